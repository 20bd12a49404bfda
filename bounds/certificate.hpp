// Certificates: a statement as text in the format of proofs-check/FORMAT.md. Knows the format, no checker.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "bounds/statement.hpp"

namespace hallmark {

/// The certificate of a statement, sealed with its SHA-256. Whether it holds is for hallmark-check to say.
[[nodiscard]] std::string certificate_text(const Statement& statement);

/// What a certificate of the statement begins with: all of it before the axioms.
[[nodiscard]] std::string statement_lines(const Statement& statement);
/// The statement as hallmark-check prints it once it is verified: "gdp.delta(eps=1, mu=1) [mechanism, zero-out, both] <= 1/2".
/// What it prints is rebuilt from what it read: a certificate of anything else gives another text.
[[nodiscard]] std::string statement_text(const Statement& statement);

/// The lines of a witness, name and text, for the ends asked for.
using WitnessLines = std::vector<std::pair<std::string, std::string>>;
[[nodiscard]] WitnessLines witness_lines(const Witness& witness, bool lower, bool upper);

/// All that a certificate says beyond a comparison of a term with numbers: lemma, method, bits and the lines above.
[[nodiscard]] WitnessLines whole_witness(const Term& term, const Answer& answer, Relation relation);

/// 64 lowercase hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace hallmark
