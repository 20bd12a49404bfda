// Epochs of random allocation as a phase of a composition.
#pragma once

#include "bounds/composition/composition.hpp"
#include "exact/number.hpp"

namespace hallmark::composition {

/// One epoch of `chosen` out of `length` Gaussian steps a round: by convex laws.
[[nodiscard]] Phase allocation_phase(const Number& noise, long length, long chosen, long rounds);

}  // namespace hallmark::composition
