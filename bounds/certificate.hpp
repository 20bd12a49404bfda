// Certificates: a statement as text in the format of proofs-check/FORMAT.md. Knows the format, no checker.
#pragma once

#include <string>

#include "bounds/claim.hpp"
#include "exact/budget.hpp"

namespace hallmark {

/// Finds what the certificate of a statement needs beyond its answers, and keeps it there. False where the checker has
/// not the time for such a statement, or the format no words.
[[nodiscard]] bool prepare_certificate(Statement& statement, const Budget& budget);

/// Scores by which shuffled batches (`shuffled-batch.delta`, `.delta.pair`, `.epsilon`) are worse than `value`: raises
/// the lower end of the answer and keeps them there. False where none are found, and for every other quantity.
[[nodiscard]] bool add_scores(const Term& term, Answer& answer, const Number& value, const Budget& budget);

/// The certificate of a statement, sealed with its SHA-256. Whether it holds is for hallmark-check to say.
[[nodiscard]] std::string certificate_text(const Statement& statement);

/// 64 lowercase hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace hallmark
