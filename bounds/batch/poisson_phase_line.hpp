// The transform of one step of Poisson sampling on vertical lines, for compositions with other phases.
#pragma once

#include <memory>

#include "bounds/batch/poisson_scout.hpp"
#include "bounds/composition/line_transform.hpp"
#include "hallmark/words.hpp"

namespace hallmark::composition {

/// The lines of all that a path asks of the transform: its values, K at its real point, what lies beyond its nodes, the
/// two orders of the aliases.
struct BatchLines {
  poisson_gaussian::Line values;
  poisson_gaussian::Line norm;
  poisson_gaussian::Line beyond;
  poisson_gaussian::Line right;
  poisson_gaussian::Line left;
};
/// Kind:      a proposal; nothing where none was found
/// Domain:    0 < rate < 1, direction not both
[[nodiscard]] std::optional<BatchLines> poisson_lines(const Number& sigma, const Number& rate, Direction direction,
                                                      const Path& path);

/// The transform itself; null at rate 1, or where binary64 does not reach.
/// Kind:      encloses, as Transform and transform_bound of poisson_transform.hpp
/// Domain:    0 < sigma, 0 < rate <= 1, direction not both
/// Source:    as poisson_gaussian::LaplaceTable
[[nodiscard]] std::shared_ptr<const LineTransform> poisson_line_transform(const Number& sigma, const Number& rate,
                                                                          Direction direction);

}  // namespace hallmark::composition
