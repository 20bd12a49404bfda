// Claim: what is asserted about a quantity, in words and exact numbers as text.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/words.hpp"

namespace hallmark {

/// Parameters by name. Numbers are exact texts: 0.1, 1e-8, 1/3, ln(3), exp(-4).
using ParameterTexts = std::map<std::string, std::string>;

/// A quantity of the registry at parameters, neither of them checked yet.
struct TermTexts {
  std::string quantity;
  ParameterTexts parameters;
};

/// "left relation values", or "left relation right".
struct Claim {
  std::string id;
  TermTexts left;
  Relation relation;
  std::vector<std::string> values;      // as printed: `about` reads the number of digits off them; two for `in`
  std::optional<TermTexts> right = {};  // in place of values
};

/// The claim that a text states: "dp-sgd epsilon(sigma=1.1, rate=1%, steps=100, delta=1e-5) <= 2.4", or `in [lo, hi]`, or
/// against another quantity with its parameters. The other order is "epsilon <= 2.4 for dp-sgd sigma=1.1 rate=1% steps=100
/// delta=1e-5". Its id is "statement".
/// Kind:      exact; names and numbers are checked where the claim is judged
/// Domain:    quantity(name=value, ...), one of <=, <, >=, >, in and ~, and a number, an interval or a quantity; otherwise
///            throws InputError with the column
/// Example:   read_statement("gaussian.delta(sigma=1, eps=1) <= 1/2").left.quantity
///            -> gaussian.delta
[[nodiscard]] Claim read_statement(std::string_view text);

}  // namespace hallmark
