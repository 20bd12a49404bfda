#pragma once

#include <cstdint>
#include <span>

#include "numbers/meter.hpp"
#include "statement/reader.hpp"

namespace hallmark::check {

/// What a certificate suggests for an inversion: the line Re theta = line, the step of Im theta, the exponent of the
/// bound on the left aliases, the number of nodes. Any choice encloses.
struct AllocationContour {
  Rational line;
  Rational step;
  Rational alias;
  Count nodes = 0;
};

/// Reads a contour: line, step, alias, nodes. Throws Rejected outside the domain of the formulas.
[[nodiscard]] AllocationContour read_contour(Reader& reader, std::span<const std::string_view> words);

/// delta of random allocation of one step out of `steps`, Gaussian noise sigma, one epoch: S = X_1 + ... + X_steps,
/// remove: E(S/steps - e^eps)_+, add: E(1 - e^eps S/steps)_+.
/// Kind:     encloses
/// Domain:   line, step > 0, alias > line, 1 <= nodes <= 10^5 (checked by the caller), any real eps
/// Rigor:    PROOFS.md section 9.2
/// Cost:     nodes values of L and about 200 for the bound of the nodes left out
[[nodiscard]] Interval allocation_delta(const Number& sigma, Count steps, bool remove, const Number& eps,
                                        const AllocationContour& contour, const Effort& effort);

}  // namespace hallmark::check
