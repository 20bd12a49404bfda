// The trapezoid rule for Mellin-type integrals of Laplace transforms, with its error proved beforehand.
#pragma once

#include <optional>

#include "exact/ball.hpp"

namespace hallmark::allocation {

/// Step and relative error of the trapezoid rule for I = integral e^(r w) g(e^w) dw, where g >= 0 on the positive axis
/// and |g(e^(w+iv))| <= g(e^w cos v) for |v| < pi/2.
/// Kind:      encloses: I lies in [T / (1 + kappa), T / (1 - kappa)], T = h sum_k e^(r k h) g(e^(k h))
/// Rigor:     w -> w - ln cos v shows that the integral of |e^(r (w+iv)) g(e^(w+iv))| is at most (cos v)^-r I; so for
///            any d < pi/2 |T - I| <= kappa I with kappa = 2 (cos d)^-r / (e^(2 pi d / h) - 1), here below 1/2. h and d
///            are exact dyadics, chosen in doubles; kappa is evaluated for them in balls
/// Domain:    0 < r; nothing if no such rule is found
/// Source:    the trapezoid rule in a strip; no theorem of the papers
/// Cost:      O(1)
struct QuadratureRule {
  Rational h;
  Ball kappa;
};
[[nodiscard]] std::optional<QuadratureRule> choose_rule(const Ball& r, slong bits);

}  // namespace hallmark::allocation
