// Claim: what is asserted about a quantity, in words and exact numbers as text.
#pragma once

#include <map>
#include <optional>
#include <string>
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

}  // namespace hallmark
