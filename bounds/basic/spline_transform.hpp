// The transform of Laplace noise and of bounded range on vertical lines.
#pragma once

#include <functional>
#include <memory>

#include "bounds/basic/spline_rounds.hpp"
#include "bounds/composition/line_transform.hpp"

namespace hallmark::basic {

/// M(z) = scale (2 atom cosh(s r) + 2 density sinh(s r)/s), s = z + 1/2.
/// Kind:      encloses
/// Domain:    a pair at every precision
/// Rigor:     the transform of e^(L/2) m; at s = 0, which no path meets, the second part is 2 density r
[[nodiscard]] std::shared_ptr<const composition::LineTransform> spline_transform(
    std::function<SplinePair(slong bits)> pair);

}  // namespace hallmark::basic
