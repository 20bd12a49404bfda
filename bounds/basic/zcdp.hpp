// Zero-concentrated differential privacy: what (xi, rho)-zCDP alone says of delta and epsilon.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// sup over all mechanisms that are (xi, rho)-zCDP, D_a <= xi + rho a for every a > 1, `rounds` of them composed.
/// Kind:      encloses, as a bracket
/// Units:     nats; the adjacency that the user states; both directions
/// Domain:    0 < rho, 0 <= xi, rounds >= 1
/// Rigor:     Below: the Gaussian mechanism at sigma = 1/sqrt(2 rho) composed with randomized response of xi: it is
///            (xi, rho)-zCDP, because divergences add up and none of RR(xi) exceeds xi. Above: the conversion of [CKS20]
///            at one real order, its epsilon at least 0.
/// Source:    [BS16] Definition 1.1; [CKS20] Proposition 12
[[nodiscard]] Answer zcdp_delta(const Arguments& x, const Request& r);
[[nodiscard]] Answer zcdp_epsilon(const Arguments& x, const Request& r);

/// The largest rho that keeps delta(eps) at most delta, for all (xi, rho)-zCDP mechanisms.
/// Kind:      encloses, as a bracket: the lower end is safe to use
/// Units:     as above
/// Domain:    0 <= eps, 0 < delta < 1
/// Rigor:     larger rho, larger class
/// Source:    as above
[[nodiscard]] Answer zcdp_rho(const Arguments& x, const Request& r);

/// The least rho with which D_a <= rho a for every a > 1: of `rounds` rounds of Laplace noise of scale 1/eps0,
/// rounds (eps0 + e^-eps0 - 1), and of every eps0-differentially private mechanism, rounds eps0 tanh(eps0/2).
/// Kind:      encloses
/// Units:     nats; Laplace: zero-out; pure: the adjacency of the mechanism
/// Domain:    0 < eps0, 1 <= rounds
/// Rigor:     both are the Kullback-Leibler divergence, the limit at a = 1, and D_a <= a D_1; a small eps0 by its alternating
///            series
/// Source:    [HM26] for Laplace noise; proofs-check/PROOFS.md section 14.8
[[nodiscard]] Ball laplace_zcdp(const Number& eps0, slong rounds, slong bits);
[[nodiscard]] Ball pure_zcdp(const Number& eps0, slong rounds, slong bits);

}  // namespace hallmark::basic
