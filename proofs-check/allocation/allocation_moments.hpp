#pragma once

#include <cstdint>
#include <optional>

#include "numbers/meter.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// How the integral is taken: a choice on which only the width depends.
struct QuadraturePlan {
  Count accuracy = 0;          ///< bits of the sum
  Count cut = 0;               ///< bits of the sum to which the nodes on the right are taken
  Count transform = 0;         ///< bits of the transform
  double step = 0, strip = 0;  ///< of the trapezoid rule, and where its error is taken: both positive
};

/// A plan for that many bits of the sum and the transform; throws TooMuchWork where no rule is fine enough.
[[nodiscard]] QuadraturePlan quadrature_plan(const Number& alpha, bool remove, Count accuracy, Count transform);

/// Random allocation of one of `steps` steps, f = (X_1 + ... + X_steps)/steps under Q, X = exp(N/sigma - 1/(2
/// sigma^2)): ln E_Q[f^alpha] (remove) or ln E_Q[f^(1-alpha)] (add), by an integral over the Laplace transform of X.
/// Kind:     encloses, for every plan; nothing where a plan leads to no proof
/// Domain:   alpha > 1, alpha < 16 for remove (else TooMuchWork), steps >= 1
/// Rigor:    PROOFS.md section 8.6
/// Cost:     some hundred values of the transform at 1 (add) or alpha + 2 (remove) points each
[[nodiscard]] std::optional<Interval> allocation_by_quadrature(Count steps, const Number& sigma, const Number& alpha,
                                                               bool remove, const QuadraturePlan& plan);
/// The same by the first plan that leads to a proof.
[[nodiscard]] Interval allocation_at_real_order(Count steps, const Number& sigma, const Number& alpha, bool remove,
                                                unsigned bits);

/// ln of sum_i C(k,i) C(t-k,k-i)/C(t,k) e^(i order/(2 sigma^2)), k = selected, t = steps, times order - 1: at least
/// ln E_Q[f^order] of `selected` out of `steps`.
/// Kind:     encloses
/// Domain:   order >= 2; selected <= 2000
/// Rigor:    PROOFS.md section 8.3
[[nodiscard]] Interval allocation_overlap(Count steps, Count selected, const Number& sigma, Count order, unsigned bits);

}  // namespace hallmark::check
