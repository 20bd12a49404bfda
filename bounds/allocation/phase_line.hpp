// The transform of one epoch of random allocation on vertical lines, for compositions with other phases.
#pragma once

#include <memory>

#include "bounds/composition/line_transform.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark::composition {

/// E R^-z, R = S/t the ratio of one epoch with one of `length` steps selected, L = -ln R: the direction add. The other
/// direction is known by its size alone (LineTransform::proposes_only).
/// Kind:      encloses, as allocation::ComplexMoments; null where binary64 does not reach
/// Domain:    0 < noise, 1 <= length <= 10^15, direction not both; values for lines at 1/2 and above
/// Rigor:     M(-a) = E R^a for a >= 1 is at most a chord between the two integers around a of ln E R^a, which is convex
///            in a (Hoelder); those are exact sums (allocation::ratio_moments). Beyond the nodes
///            ComplexMoments::log_size.
/// Source:    as allocation::ComplexMoments
[[nodiscard]] std::shared_ptr<const LineTransform> allocation_transform(const Number& noise, slong length,
                                                                        Direction direction);

}  // namespace hallmark::composition
