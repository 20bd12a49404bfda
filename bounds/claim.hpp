// Claim: what is asserted about a quantity; judge: the verdict and the statement that a certificate proves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/statement.hpp"

namespace hallmark {

/// A quantity as it stands in a claims file.
struct TermTexts {
  std::string quantity;
  ParameterTexts parameters;
};

struct Claim {
  std::string id;
  TermTexts left;
  Relation relation;
  std::vector<std::string> values;      // as printed: `about` reads the number of digits off them
  std::optional<TermTexts> right = {};  // in place of values
};

enum class Outcome { certified, refuted, undecided };
[[nodiscard]] std::string_view to_string(Outcome outcome);

struct Verdict {
  Outcome outcome;
  std::optional<Answer> answer = {};  // of the left term, where it is available
  std::optional<Answer> right_answer = {};
  std::string reason;                       // in words
  std::vector<std::string> axioms = {};     // that the certificate rests on
  std::optional<Statement> statement = {};  // of a decided claim: itself, or its negation
};

/// Decides a claim by evaluating its terms to more and more digits, on one route if one is named.
/// Kind:      exact: certified and refuted are proved; undecided says which end is missing and what would settle it
/// Domain:    known quantities, parameters and values; otherwise throws InputError. A planned quantity is undecided.
[[nodiscard]] Verdict judge(const Claim& claim, const Budget& budget, std::string_view route = {});

}  // namespace hallmark
