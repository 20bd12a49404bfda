// Discrete Gaussian noise on integers, one coordinate.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// x + N with P{N = n} proportional to e^(-n^2/(2 sigma2)), for a query of integers that changes by `sensitivity`.
/// Kind:      encloses
/// Units:     nats; both directions
/// Domain:    0 < sigma2, 1 <= sensitivity; otherwise throws InputError
/// Rigor:     log ratios (D^2 - 2 D x)/(2 sigma2): a lattice without rounding. Beyond |x| <= R the weights add up to at
///            most 2 e^(-(R+1)^2/(2 sigma2))/(1 - e^(-(R+1)/sigma2)): that much is missing of P, and the normaliser is
///            in doubt by it. Not monotone in sigma2: proofs-check/PROOFS.md section 14.
/// Source:    [CKS20] Theorem 7 (one round); rounds are ours
[[nodiscard]] Law discrete_gaussian(const Number& sigma2, slong sensitivity);

/// delta by the other route: the masses of the sum of all rounds by the inverse of its characteristic function on N
/// points; what lies outside a window of N points is added to the upper end and subtracted from the lower one.
/// Kind:      encloses
/// Domain:    as discrete_gaussian; 0 <= eps
/// Rigor:     (1/N) sum_k phi(2 pi k/N)^T e^(-2 pi i k s/N) = sum_m p_T(s + m N), so the sum over a window of (1 -
///            e^(eps - L))_+ times it differs from delta by at most the mass outside the window, both ways: the aliases
///            add up to it, and so does what the window leaves out. That is at most 2 e^(-r^2/(2 T sigma2)) beyond
///            distance r: the discrete Gaussian is sub-Gaussian with sigma2.
/// Source:    [CKS20]; ours
/// Cost:      N products of N points
[[nodiscard]] Ball discrete_gaussian_by_characteristic(const Number& sigma2, slong sensitivity, slong rounds,
                                                       const Number& eps, slong bits);

}  // namespace hallmark::basic
