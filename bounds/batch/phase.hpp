// Steps of Poisson sampling as a phase of a composition.
#pragma once

#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/composition/composition.hpp"
#include "exact/number.hpp"

namespace hallmark::composition {

/// One step of Poisson sampling a round, as a ratio law.
/// Kind:      encloses, as lognormal_law and subsampled
/// Domain:    0 < noise, 0 <= share <= 1
/// Source:    as poisson_gaussian::delta
[[nodiscard]] Phase poisson_phase(const Number& noise, const Number& share, slong rounds);

/// The steps of any pair of batches as a phase: replace-one {1, 1}, groups, and the coupling of fixed batches, of which
/// a composition is an upper bound.
/// Kind:      encloses, as tails_law
/// Domain:    as poisson_gaussian::delta, rate below 1
/// Source:    as poisson_gaussian::delta
[[nodiscard]] Phase pair_phase(const poisson_gaussian::Mechanism& mechanism);

}  // namespace hallmark::composition
