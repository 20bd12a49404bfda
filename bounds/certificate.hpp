// Certificates: a statement as text in the format of proofs-check/FORMAT.md. Knows the format, no checker.
#pragma once

#include <string>

#include "bounds/claim.hpp"

namespace hallmark {

/// The certificate of a statement, sealed with its SHA-256. Whether it holds is for hallmark-check to say.
[[nodiscard]] std::string certificate_text(const Statement& statement);

/// 64 lowercase hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace hallmark
