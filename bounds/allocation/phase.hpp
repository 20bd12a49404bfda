// Epochs of random allocation as a phase of a composition.
#pragma once

#include "bounds/composition/composition.hpp"
#include "exact/number.hpp"

namespace hallmark::composition {

/// One epoch of `chosen` out of `length` Gaussian steps a round, as a ratio law.
/// Kind:      encloses, as allocation::profile_law
/// Domain:    as allocation::profile_law
/// Source:    as allocation::profile_law
[[nodiscard]] Phase allocation_phase(const Number& noise, slong length, slong chosen, slong rounds);

}  // namespace hallmark::composition
