// Claim: what is asserted about a quantity; judge: the verdict and the statement that a certificate proves.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/registry.hpp"

namespace hallmark {

/// `in`: the closed interval of two values. `about`: the value is the true one rounded to its printed digits.
enum class Relation { less_equal, less, greater_equal, greater, in, about };

[[nodiscard]] std::string_view to_string(Relation relation);
[[nodiscard]] std::optional<Relation> read_relation(std::string_view text);
/// a R b exactly if b mirrored(R) a. Domain: the four comparisons.
[[nodiscard]] Relation mirrored(Relation relation);
/// Not (a R b) exactly if a negated(R) b. Domain: the four comparisons.
[[nodiscard]] Relation negated(Relation relation);

/// A quantity of the registry at checked parameters.
struct Term {
  const Entry* entry;
  Arguments arguments;
};

/// What a certificate states: a comparison of a term with numbers, or of two terms through a pivot.
struct Statement {
  Term left;
  Relation relation;           // not `about`
  std::vector<Number> values;  // one; two for `in`; none between two terms
  Answer left_answer;          // witness and precision
  std::optional<Term> right = {};
  std::optional<Answer> right_answer = {};
  std::optional<Rational> pivot = {};
};

/// The statement that `term` lies in [lo, hi], answered by `answer`.
[[nodiscard]] Statement enclosure_statement(const Term& term, const Answer& answer, const Rational& lo,
                                            const Rational& hi);

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

/// The axioms that a statement rests on: of upper kinds always, of brackets where their upper end is used.
[[nodiscard]] std::vector<std::string> axioms_of(const Statement& statement);

/// Whether a relation asks for a lower, an upper end of the term on its left.
[[nodiscard]] bool has_lower_end(Relation relation);
[[nodiscard]] bool has_upper_end(Relation relation);

}  // namespace hallmark
