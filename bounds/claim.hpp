// Claim: what is asserted about a quantity; judge: the verdict and the statement that a certificate proves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "bounds/statement.hpp"
#include "hallmark/claim.hpp"

namespace hallmark {

struct Verdict {
  Outcome outcome;
  std::optional<Answer> answer = {};  // of the left term, where it is available
  std::optional<Answer> right_answer = {};
  std::string reason;                       // in words
  std::vector<std::string> axioms = {};     // that the certificate rests on
  std::optional<Statement> statement = {};  // of a decided claim: itself, or its negation
};

/// What is wrong with a claim's parameters and values, each as "parameters: ..." or "value: ...". An unknown quantity is
/// no error: such a claim is undecided.
/// Kind:      exact
[[nodiscard]] std::vector<std::string> claim_errors(const Claim& claim);

/// The numbers that round to a printed decimal: half a unit of its last digit to each side.
/// Kind:      exact
/// Domain:    an integer or a decimal; otherwise throws InputError that names `where`
[[nodiscard]] std::pair<Rational, Rational> rounding_interval(std::string_view where, const std::string& text);

/// Decides a claim by evaluating its terms to more and more digits, on one route if one is named.
/// Kind:      exact: certified and refuted are proved; undecided says which end is missing and what would settle it
/// Domain:    parameters and values without claim_errors; otherwise throws InputError. An unknown quantity is undecided.
[[nodiscard]] Verdict judge(const Claim& claim, const Budget& budget, std::string_view route = {});

/// Decides that a term lies in [lo, hi] by an answer that is known, for the sake of the certificate.
/// Kind:      exact: certified is proved; undecided where the answer leaves the interval, where the term's status is not
///            proved, or where there is no certificate
/// Domain:    an answer of that term, lo <= hi
/// Cost:      at most the work of a claim, and the budget
[[nodiscard]] Verdict certify(const Term& term, const Answer& answer, const Rational& lo, const Rational& hi,
                              const Budget& limit);

}  // namespace hallmark
