// Rounds whose transform does not decay, with a little Gaussian noise beside them.
#pragma once

#include <memory>
#include <vector>

#include "bounds/composition/line_table.hpp"

namespace hallmark::composition {

/// The product of all rounds and of one normal log ratio N(v/2, v), as one round.
/// Kind:      encloses
/// Domain:    factors of which none proposes only; 0 < v
/// Rigor:     M(z)^T e^(v z (z + 1)/2). Beyond t: up to 8/sqrt(v) by `between` of the factors, from there on by their norms
///            and the fall of the normal part.
/// Cost:      that of the factors, and of their `between`
[[nodiscard]] std::shared_ptr<const LineTransform> smoothed_transform(std::vector<LineFactor> factors,
                                                                      const Rational& v);

/// delta(eps) of rounds from A(v) and A(4v), where A(v) is that of the rounds and a Gaussian mechanism of variance v.
/// Kind:      encloses
/// Domain:    0 < v <= 1
/// Rigor:     with s = sqrt(v) and L the log ratio of the rounds, A(v) = delta + B(s), B(s) = E_P TV(eps - L, s) >= 0, TV(k,
///            s) = H_(e^k)(N(s, 1) || N(0, 1)) - (1 - e^k)_+ = int_0^s phi(u/2 - k/u) du, phi the normal density. In TV(k,
///            2s) = 2 int_0^s phi(u - k/(2u)) du half the square in the exponent is larger by (3u^2 - 3k^2/u^2)/8 <= 3v/8,
///            so that B(2s) >= 2 e^(-3v/8) B(s), and B(s) <= (A(4v) - A(v))/(2 e^(-3v/8) - 1).
/// Source:    ours; proofs-check/PROOFS.md section 14.12
[[nodiscard]] Ball without_noise(const Ball& with_v, const Ball& with_4v, const Rational& v);

}  // namespace hallmark::composition
