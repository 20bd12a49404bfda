// Steps of Poisson sampling as a phase of a composition.
#pragma once

#include "bounds/composition/composition.hpp"
#include "exact/number.hpp"

namespace hallmark::composition {

/// One step of Poisson sampling a round, as a ratio law.
/// Kind:      encloses, as lognormal_law and subsampled
/// Domain:    0 < noise, 0 <= share <= 1
/// Source:    as poisson_gaussian::delta
[[nodiscard]] Phase poisson_phase(const Number& noise, const Number& share, long rounds);

}  // namespace hallmark::composition
