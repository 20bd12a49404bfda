#pragma once

#include "allocation/allocation_law.hpp"

namespace hallmark::check {

/// A trapezoid rule over the differences of the steps: nodes h m, |m| <= last in each of steps - 1 coordinates, and how far
/// the strip of its error bound reaches.
struct FewStepsRule {
  Rational step, reach;
  Count last = 0;
};

/// delta(eps) of several selected steps of one epoch.
/// Kind:     encloses
/// Domain:   1 <= selected < steps <= 6, epochs = 1; 0 < step, 0 < reach, 1 <= last; throws Rejected where the conditions
///           of the error bound are not proved
/// Rigor:    PROOFS.md 20.5
/// Cost:     two error functions a node, (2 last + 1)^(steps - 1) nodes
[[nodiscard]] Interval few_steps_delta(const AllocationScheme& scheme, const Number& eps, const FewStepsRule& rule,
                                       const Effort& effort);

}  // namespace hallmark::check
