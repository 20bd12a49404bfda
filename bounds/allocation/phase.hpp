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

/// Poisson sampling of `length` Gaussian steps at the rate lambda, given that a step is drawn: it dominates one selected step.
/// Kind:      encloses
/// Domain:    0 < lambda <= 1, 1 <= length
/// Rigor:     the number of drawn steps is at least 1, and more selected steps are worse; exact/given_drawn.hpp
/// Source:    [FS25] Lemma D.1, D.2 of the later version; proofs-check/PROOFS.md section 20.8
[[nodiscard]] Phase drawn_phase(const Number& noise, slong length, const Rational& lambda, slong rounds);

}  // namespace hallmark::composition
