// Many rounds of Laplace noise, and of the least pair of bounded range: truncated powers in closed form.
#pragma once

#include <vector>

#include "bounds/basic/threshold.hpp"
#include "exact/budget.hpp"

namespace hallmark::basic {

/// One round: under P the log ratio has the law e^(L/2) m(dL), m = scale (atom (d_r + d_-r) + density Lebesgue(-r, r)).
struct SplinePair {
  Ball reach;    // r > 0
  Ball scale;    // of all
  Ball atom;     // 0 or more
  Ball density;  // per unit of log ratio
};

/// delta(eps) of the sum of `rounds` such log ratios.
/// Kind:      encloses; [0, 1] when the budget ends
/// Units:     eps in nats, at least 0; both directions: m is symmetric
/// Domain:    0 < reach, rounds from 1 to 1000
/// Rigor:     m^T is a combination of truncated powers: delta(e) = scale^T sum_j C(T,j) atom^(T-j) density^j sum_a
///            K_j(a) I_j((T-2a) r) over the a with (T-2a) r > e, K_j(a) the coefficient of y^a in (1-y)^j (1+y)^(T-j),
///            I_j(b) = int_{e..b} (e^(L/2) - e^(e-L/2)) (b-L)^(j-1)/(j-1)! dL = 2 e^(e/2) G_j(b-e), G_j(c) = sum over
///            odd k of 2^-k c^(j+k)/(j+k)!. Backwards G_j = c^(j+1)/(2 (j+1)!) + G_(j+2)/4, from 0 <= G_M <= c^M/M!
///            sinh(c/2). Where c >= 0 is in doubt, [0, upper end] holds both cases: G_j is 0 at 0. The outer sum
///            alternates; the balls measure what that costs.
/// Source:    ours; proofs-check/PROOFS.md section 14
/// Cost:      O(rounds^2) products at about rounds + bits bits
[[nodiscard]] Sample spline_delta(const SplinePair& one, slong rounds, const Threshold& threshold, slong bits,
                                  const Budget& budget = {});

/// The most rounds that spline_delta takes.
inline constexpr slong most_spline_rounds = 1000;

}  // namespace hallmark::basic
