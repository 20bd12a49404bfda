// Renyi divergence of random allocation in the remove direction at real orders: brackets by convexity, and exactly.
#pragma once

#include <optional>

#include "bounds/allocation/allocation.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// floor(alpha), or limit + 1 where alpha is not below that.
/// Kind:      exact
/// Domain:    0 < alpha; throws InputError where 2^22 bits do not tell alpha from an integer
/// Rigor:     both ends of an enclosure have the same floor. A floor that is too small by one would extrapolate a chord
[[nodiscard]] slong floor_of(const Number& alpha, slong limit);

/// E_Q[f^alpha], alpha > 1 real, f = (X_1 + ... + X_t) / t, by the Laplace integral
/// E S^alpha = (1 / Gamma(b)) integral e^(b w) G(e^w) dw, G(theta) = E[S^m e^(-theta S)], m = floor(alpha) + 2, b = m -
/// alpha.
///
/// Kind:      encloses, with a relative error of about 2^-bits
/// Domain:    0 < sigma, 1 <= steps <= 10^15, 1 < alpha <= 200; otherwise throws InputError
/// Rigor:     G = m! [z^m] (sum_p M_p(theta) z^p / p!)^t, M_p(theta) = e^(p (p-1) / (2 sigma^2)) L(theta
///            e^(p/sigma^2)). The trapezoid rule in w errs relatively by at most kappa as in inverse_ratio_moment (with
///            b for r), since |G(e^(w+iv))| <= G(e^w cos v). Nodes left of the first kept w add at most E[S^m] e^(b w)
///            / b, nodes right of the last kept w at most (2m/e)^m e^(-alpha w) L(e^w / 2)^t / alpha, because y^m
///            e^(-y/2) <= (2m/e)^m
/// Source:    no theorem of the papers: [FS25] calls orders in (1, 2) out of reach
/// Cost:      some hundred nodes, a call of TiltedMoments each, on all cores; nothing if the budget ends first
[[nodiscard]] std::optional<Ball> ratio_moment_at_real_order(const Number& sigma, slong steps, const Number& alpha,
                                                             slong bits, const Budget& budget = {});

/// Bounds of l(alpha) = ln E f^alpha at a real order between its values at integers, by convexity of l and l(0) = l(1)
/// = 0: n < alpha < n + 1, l(alpha) <= (n+1-alpha) l(n) + (alpha-n) l(n+1), l(alpha) >= max{l(n) + (alpha-n)(l(n) -
/// l(n-1)), l(n+1) - (n+1-alpha)(l(n+2) - l(n+1))}.
///
/// Kind:      encloses
/// Shape:     `l` holds l(0), ..., l(n+2) at least
/// Domain:    1 < alpha; otherwise throws InputError
/// Source:    Hoelder's inequality
/// Cost:      O(1)
struct LogMoment {
  Ball below;
  Ball above;
};
[[nodiscard]] LogMoment log_moment_between(const std::vector<Ball>& l, const Number& alpha, slong bits);

}  // namespace hallmark::allocation
