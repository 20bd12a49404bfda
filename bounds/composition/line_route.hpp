// The line on which a composition's claim is proved: its witness.
#pragma once

#include <optional>
#include <vector>

#include "bounds/composition/composition.hpp"
#include "bounds/composition/line_transform.hpp"

namespace hallmark::composition {

/// A path whose table proves delta(eps) <= delta (upper) or delta(eps) >= delta, strictly where it can.
/// Kind:      a proposal: its table was evaluated
/// Domain:    phases that all have a transform, one of them decaying; nothing otherwise, or where no table was enough
[[nodiscard]] std::optional<Path> path_for(const std::vector<Phase>& phases, Direction direction, const Number& eps,
                                           const Number& delta, bool upper, const Budget& budget);

}  // namespace hallmark::composition
