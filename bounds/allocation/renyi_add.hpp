// Renyi divergence of random allocation in the add direction, at every real order, by a certified quadrature.
#pragma once

#include <optional>

#include "bounds/allocation/allocation.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// E_Q[f^-r] = t^r / Gamma(r) integral_0^inf theta^(r-1) L(theta)^t dtheta, f = (X_1 + ... + X_t) / t, r > 0 real.
///
/// Kind:      encloses, with a relative error of about 2^-bits where L is known that well
/// Domain:    0 < sigma, 1 <= steps <= 10^15, 0 < r; otherwise throws InputError
/// Rigor:     theta = e^w, g(w) = e^(r w) L(e^w)^t, trapezoid rule of step h. |L(e^(w+iv))| <= L(e^w cos v), so the
///            integral of |g(w + iv)| over w is at most (cos v)^-r I with I the integral itself: for any d < pi/2 the
///            rule errs by at most kappa I, kappa = 2 (cos d)^-r / (e^(2 pi d/h) - 1) < 1, hence I lies in
///            [T/(1+kappa), T/(1-kappa)]. L(e^w) is log-concave in w (a Gaussian convolution of exp(-e^x): Prekopa), so
///            the ratios of neighbouring nodes fall: beyond the last kept node on the right, and before the first on
///            the left, at most a geometric series with the ratio there. On the left also Taylor's polynomial of L^t
///            at 0 (SmallTheta), which sums in closed form and serves small r.
/// Source:    no theorem of the papers: [FS25] treats this direction by an inequality (Theorem 4.9, later version)
/// Cost:      100 to 1000 evaluations of L; nothing if the budget ends first or no proof is found at this precision
[[nodiscard]] std::optional<Ball> inverse_ratio_moment(const Number& sigma, slong steps, const Number& r_plus_1,
                                                       slong bits, const Budget& budget = {});

/// D_alpha(Q^t || A_{t,1}) = ln(E_Q f^-(alpha-1)) / (alpha - 1).
/// Kind:      encloses
/// Units:     nats; add
/// Domain:    0 < sigma, 1 <= steps <= 10^15, 1 < alpha; otherwise throws InputError
/// Source:    as inverse_ratio_moment
/// Cost:      as inverse_ratio_moment
/// Example:   renyi_add(1, 1000, 2, 160)->to_string(18)
///            -> [0.00171189560941818529 +/- 9.55e-22]
[[nodiscard]] std::optional<Ball> renyi_add(const Number& sigma, slong steps, const Number& alpha, slong bits,
                                            const Budget& budget = {});

}  // namespace hallmark::allocation
