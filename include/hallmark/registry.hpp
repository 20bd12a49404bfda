// Quantities: everything that can be evaluated, as `hallmark list` prints it.
#pragma once

#include <string>
#include <vector>

#include "hallmark/words.hpp"

namespace hallmark {

/// A parameter of a quantity.
struct QuantityParameter {
  std::string name;
  std::string domain;        // in words
  std::string default_text;  // empty: must be given
};

/// A row of the registry.
struct Quantity {
  std::string id;
  std::string summary;  // one line
  Bounds bounds;
  Kind kind;
  Status status;
  std::string theorem;  // "[KEY] Theorem N"
  Adjacency adjacency;
  std::vector<QuantityParameter> parameters;
  std::vector<std::string> routes;  // the first one is taken by default
  std::string cost;
};

/// All quantities, ordered by id.
/// Kind:      exact
/// Domain:    no parameters
[[nodiscard]] std::vector<Quantity> quantities();

}  // namespace hallmark
