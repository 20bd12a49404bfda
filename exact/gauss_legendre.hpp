// The nodes and weights of the Gauss-Legendre rules on [-1, 1].
#pragma once

#include <memory>
#include <vector>

#include "exact/ball.hpp"

namespace hallmark {

/// One node of a rule and its weight.
struct QuadratureNode {
  Ball at;
  Ball weight;
};

/// The rule of `count` nodes, increasing; the last few rules are kept.
/// Kind:      encloses
/// Shape:     count nodes, weights that add up to 2
/// Domain:    1 <= count <= 10^5
/// Rigor:     exact for polynomials of degree 2 count - 1
/// Source:    elementary; the roots are isolated by FLINT
/// Cost:      count roots at the next multiple of 64 bits, which is what the nodes have
/// Example:   gauss_legendre(1, 64)->front().weight.to_string(5)
///            -> 2.0000
[[nodiscard]] std::shared_ptr<const std::vector<QuadratureNode>> gauss_legendre(slong count, slong least_bits);

/// The error of the rule for an f that is analytic inside the ellipse with foci -1, 1 and half-axes (rho +- 1/rho)/2, and
/// at most `bound` there in modulus: 64/15 bound rho^(-2 count)/(1 - rho^-2).
/// Kind:      upper bound, as the upper end of a ball
/// Domain:    2 <= count, 1 < rho; otherwise a ball without finite ends
/// Rigor:     the Chebyshev coefficients of f are at most 2 bound rho^-k; the rule is exact below degree 2 count, odd degrees
///            vanish by symmetry, and integral and sum of T_k are at most 2/(k^2 - 1) and 2, together at most 32/15 from
///            degree 4 on
[[nodiscard]] Ball gauss_legendre_error(slong count, const Rational& rho, const Ball& bound);

}  // namespace hallmark
