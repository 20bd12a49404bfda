// Quantities: everything that can be evaluated, as `hallmark list` prints it.
#pragma once

#include <string>
#include <string_view>
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

/// The id that a name stands for: the registry's own, and dp-sgd in front of a point for poisson-gaussian.
/// Kind:      exact
/// Domain:    a name that stands for a quantity; otherwise throws InputError that suggests near ones
/// Example:   quantity_id("DP-SGD.epsilon")
///            -> poisson-gaussian.epsilon
[[nodiscard]] std::string quantity_id(std::string_view name);

/// What a question in words finds.
struct SearchResult {
  std::vector<std::string> ids;  // of quantities(), best first
  bool near;                     // none has the words: these have words like them
  std::string remark;            // what there is to say of the words, such as that a mechanism is not here
};

/// The quantities that a question in words may mean.
/// Kind:      a proposal
/// Example:   search("how much noise for DP-SGD").ids.front()
///            -> poisson-gaussian.sigma
[[nodiscard]] SearchResult search(std::string_view question);

}  // namespace hallmark
