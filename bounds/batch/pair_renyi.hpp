// Renyi divergences of Poisson batches under replace-one.
#pragma once

#include "bounds/batch/poisson_renyi.hpp"

namespace hallmark::poisson_renyi {

/// ln M(alpha), M = E_Q (P/Q)^alpha of one step, P = (1-q) N(0, s^2) + q N(1, s^2), Q the same with -1: the pair of
/// Theorem R.
/// Kind:      encloses
/// Domain:    0 < sigma, 0 < rate < 1, 1 < alpha; otherwise throws InputError
/// Rigor:     M = int phi(y) l(y)^alpha l(-y)^(1-alpha) dy, l = 1 - q + q e^(y/s - 1/(2 s^2)), by the trapezoidal rule of
///            step h. At height k, theta = k/s < pi, the terms of l turn by 0 and theta: |l(y + ik)| is at most l(y) and
///            at least l(y) cos(theta/2), so the integral of the modulus is at most N = e^(k^2/2) cos(theta/2)^(1-alpha)
///            M and the rule errs by at most 2 N/(e^(2 pi d/h) - 1), d the reach: a share of M. Nodes left out on the
///            left, y1 <= 0 the first one kept: l(y)^alpha <= l(y1)^alpha and l(-y)^(1-alpha) <= l(-y1)^(1-alpha) there,
///            and phi rises: at most their product times Phi(y1). On the right, y2 >= r = alpha/s the last one kept:
///            l(y)^alpha <= l(y2)^alpha e^(r (y-y2)), l(-y)^(1-alpha) <= (1-q)^(1-alpha), and e^(ry) phi(y) falls: at
///            most l(y2)^alpha (1-q)^(1-alpha) e^(r^2/2 - r y2) Phi(r - y2). Without a rule: at least the moment of the
///            direction remove of zero-out, which Theorem R dominates, and at most 1 - q + q e^(4 alpha (alpha-1)/(2
///            s^2)) by joint convexity.
/// Source:    the trapezoidal rule for functions analytic in a strip
/// Cost:      three exponentials and two logarithms a node, at most a million nodes
[[nodiscard]] Ball log_moment_replaced(const Sampling& step, const Number& alpha, slong bits,
                                       const Budget& budget = {});

/// R_alpha = T ln M(alpha)/(alpha - 1), one number for both directions.
/// Kind:      encloses
/// Units:     nats; replace-one
/// Domain:    0 < sigma, 0 < rate <= 1, 1 <= steps <= 10^15, 1 < alpha; otherwise throws InputError
/// Source:    as log_moment_replaced; at rate 1 two normals at distance 2
/// Cost:      as log_moment_replaced
[[nodiscard]] Ball divergence_replaced(const Sampling& sampling, const Number& alpha, slong bits,
                                       const Budget& budget = {});

}  // namespace hallmark::poisson_renyi
