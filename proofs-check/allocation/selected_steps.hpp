#pragma once

#include "allocation/allocation_law.hpp"

namespace hallmark::check {

/// The event that scores of all steps add up to at least threshold, where an output scores the multiple of 2^-scale next
/// to ln(1 - lambda + lambda X), X its likelihood ratio; for add its opposite.
struct ScoreEvent {
  Rational lambda;
  Count scale;
  Integer threshold;
};

/// The product above the ratio, on a lattice of steps 2^-scale: ln(e^-V I_0(V)) <= alpha - beta V on [low, high].
struct ProductAbove {
  Rational lambda;
  Count scale;
  Rational low, high, alpha, beta;
  Rational theta_low, theta_high;
};

/// delta(eps) of several selected steps from below, by an event.
/// Kind:     lower bound
/// Domain:   0 < lambda < 1, scale in 1..24
/// Rigor:    PROOFS.md 20.1: cuts and scores are choices
/// Cost:     two error functions a cell, about 2 log2(steps epochs) products of polynomials
[[nodiscard]] Interval selected_lower(const AllocationScheme& scheme, const Number& eps, const ScoreEvent& event,
                                      const Effort& effort);

/// delta(eps) of several selected steps from above, direction remove.
/// Kind:     upper bound; throws Rejected where the chord is not above what it must be above
/// Domain:   1 <= selected < steps, 0 < lambda < 1, 0 <= low < high, 0 <= beta <= 1, 0 < theta_low, 0 < theta_high
/// Rigor:    PROOFS.md 20.2 to 20.4
/// Cost:     as selected_lower
[[nodiscard]] Interval selected_upper(const AllocationScheme& scheme, const Number& eps, const ProductAbove& product,
                                      const Effort& effort);

}  // namespace hallmark::check
