// What is certified of a vector beside its file: its certificates stand in the bundle of its suite.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/registry.hpp"
#include "cli/checker.hpp"
#include "hallmark/claim.hpp"

namespace hallmark::cli {

/// Which ends of a vector have a certificate: one of both ends, or one for each end that has one.
struct CertifiedEnds {
  std::vector<std::string> certificates = {};
  std::string ends = "none";  // both, lower, upper, none
  std::string missing = {};   // why an end has none
};

/// What is asked of a certificate and the statement that it must verify.
using Checker = std::function<CheckerAnswer(const std::string& certificate, const std::string& statement)>;

/// Certificates of the ends of a vector, each verified by hallmark-check as it was made: of the number itself where it is known,
/// of [lo, hi] as published, or of each end alone.
/// Kind:      exact: what is named has a certificate that was verified and states just that
/// Domain:    `out` as `published` made it of this answer; throws FileError where the checker cannot be run
/// Cost:      at most five questions, each with its budget and of the work that a claim may take; none after the second
///            certificate that the checker refuses for its work
[[nodiscard]] CertifiedEnds certified_ends(const Term& term, const Answer& answer, const nlohmann::ordered_json& out,
                                           const std::function<Budget()>& budget,
                                           const Checker& checker = ask_checker_about);

/// The same of a number that is known by two claims alone, the first of which proves its lower end.
/// Domain:    of quantities of the registry; throws FileError where the checker cannot be run
[[nodiscard]] CertifiedEnds certified_claims(const Claim& lower, const Claim& upper,
                                             const std::function<Budget()>& budget);

/// A line of a list: of a vector of a suite, or of a point of a figure.
struct CertifiedVector {
  std::string id;
  std::string ends;
  std::vector<std::string> digests;  // SHA-256 of its certificates
  std::string missing;
};

/// The list of a suite, CSV: id, ends, sha256 (two, with a space between them, where each end has its own), missing.
[[nodiscard]] std::string list_text(std::span<const CertifiedVector> vectors);
/// Domain:    a text that list_text wrote; otherwise throws InputError "path:line: ..."
[[nodiscard]] std::vector<CertifiedVector> read_list(std::string_view path, std::string_view text);

/// Certificates as hallmark-check reads them one after the other, behind a line that says how many there are.
/// Domain:    at least one
[[nodiscard]] std::string bundle_text(std::span<const std::string> certificates);
/// Its certificates.
/// Domain:    a text that bundle_text wrote; otherwise throws InputError that names the path
[[nodiscard]] std::vector<std::string> read_bundle(std::string_view path, std::string_view text);

/// What is wrong with the list and the bundle of a suite, each with the vector it concerns: a proved vector without a line, a line
/// without its vector, a certificate that is missing, that nothing names or that states something else than the published ends.
/// Whether a certificate holds is for hallmark-check to say.
[[nodiscard]] std::vector<std::string> certified_errors(const nlohmann::ordered_json& root,
                                                        std::span<const CertifiedVector> list,
                                                        std::span<const std::string> bundle);

}  // namespace hallmark::cli
