// The badge: a verdict as a small picture for a README.
#pragma once

#include <string>
#include <string_view>

namespace hallmark::cli {

struct Badge {
  std::string statement;    // epsilon <= 2.39 (delta 1e-5, zero-out)
  std::string verdict;      // certified, refuted, undecided
  std::string certificate;  // the path of its file; empty where nothing is decided
};

/// What `hallmark certify -o FOLDER --json` printed about its only claim, or about the one of that id.
/// Domain:    a decided claim has a certificate; otherwise throws InputError "path:line:column: ..."
[[nodiscard]] Badge badge(std::string_view path, std::string_view json, std::string_view id);

/// The picture. Its title has the statement and the SHA-256 of the certificate's text, if there is one.
[[nodiscard]] std::string badge_svg(const Badge& badge, std::string_view certificate);

}  // namespace hallmark::cli
