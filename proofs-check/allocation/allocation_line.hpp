#pragma once

#include <cstdint>

#include "shuffle/clones_sum.hpp"
#include "statement/certificate.hpp"

namespace hallmark::check {

/// delta of random allocation of one step out of `steps`, Gaussian noise sigma, one epoch: S = X_1 + ... + X_steps,
/// remove: E(S/steps - e^eps)_+, add: E(1 - e^eps S/steps)_+.
/// Kind:     encloses
/// Domain:   line, step > 0, alias > line, 1 <= nodes <= 10^5 (checked by the caller), any real eps
/// Rigor:    PROOFS.md section 9.2
/// Cost:     nodes values of L and about 200 for the bound of the nodes left out
[[nodiscard]] Interval allocation_delta(const Number& sigma, std::uint64_t steps, bool remove, const Number& eps,
                                        const Contour& contour, const Effort& effort, Budget& budget);

}  // namespace hallmark::check
