// Monotonicity: in which parameters a quantity is proved to grow or to fall.
#pragma once

#include <optional>
#include <string_view>

#include "bounds/registry.hpp"

namespace hallmark {

/// How a quantity moves when one parameter grows and the others stay.
struct Monotonicity {
  bool grows;              // in the wide sense; otherwise it falls
  std::string_view proof;  // in a few words
};

/// Where one is proved for the number that the entry encloses.
/// Kind:      exact
/// Domain:    any entry, any name of a parameter; nothing for what this table does not state
/// Source:    the rows' own proofs: every divergence falls in eps, a post-processing makes it no larger
[[nodiscard]] std::optional<Monotonicity> monotonicity(const Entry& entry, std::string_view parameter);

}  // namespace hallmark
