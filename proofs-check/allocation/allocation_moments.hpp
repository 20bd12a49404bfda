#pragma once

#include <cstdint>

#include "numbers/meter.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// Choices on which only the width depends; tests choose badly, so that every error term counts.
struct QuadratureTuning {
  double coarser = 1;  ///< the step, in units of its own choice
  long accuracy = 0;   ///< bits of the sum; 0: its own choice
  long cut = 0;        ///< bits of the sum to which the nodes on the right are taken; 0: its own choice
  long transform = 0;  ///< bits of the transform; 0: its own choice
};

/// Random allocation of one of `steps` steps, f = (X_1 + ... + X_steps)/steps under Q, X = exp(N/sigma - 1/(2
/// sigma^2)): ln E_Q[f^alpha] (remove) or ln E_Q[f^(1-alpha)] (add), by an integral over the Laplace transform of X.
/// Kind:     encloses
/// Domain:   alpha > 1, alpha < 16 for remove (else TooMuchWork), steps >= 1
/// Rigor:    PROOFS.md section 8.6
/// Cost:     some hundred values of the transform at 1 (add) or alpha + 2 (remove) points each
[[nodiscard]] Interval allocation_at_real_order(std::uint64_t steps, const Number& sigma, const Number& alpha,
                                                bool remove, unsigned bits, const QuadratureTuning& tuning = {});

/// ln of sum_i C(k,i) C(t-k,k-i)/C(t,k) e^(i order/(2 sigma^2)), k = selected, t = steps, times order - 1: at least
/// ln E_Q[f^order] of `selected` out of `steps`.
/// Kind:     encloses
/// Domain:   order >= 2; selected <= 2000
/// Rigor:    PROOFS.md section 8.3
[[nodiscard]] Interval allocation_overlap(std::uint64_t steps, std::uint64_t selected, const Number& sigma,
                                          std::uint64_t order, unsigned bits);

}  // namespace hallmark::check
