// Steps of Poisson sampling as a phase of a composition.
#pragma once

#include "bounds/composition/composition.hpp"
#include "exact/number.hpp"

namespace hallmark::composition {

/// One step of Poisson sampling a round: by convex laws.
[[nodiscard]] Phase poisson_phase(const Number& noise, const Number& share, long rounds);

}  // namespace hallmark::composition
