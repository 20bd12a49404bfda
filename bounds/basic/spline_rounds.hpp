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

/// So many rounds of one kind.
struct SplineRounds {
  SplinePair one;
  slong rounds;
};

/// delta(eps) of the sum of the log ratios of all rounds.
/// Kind:      encloses; [0, 1] when the budget ends
/// Units:     eps in nats, at least 0; both directions: m is symmetric
/// Domain:    at least one kind, 0 < reach and at least one round of each
/// Rigor:     the rounds' m are a combination of truncated powers. Of one kind, T rounds: (d_r + d_-r)^(T-j) Lebesgue(-r, r)^j =
///            sum_a K_j(a) times the j-th integral from the right of d at (T-2a) r, K_j(a) the coefficient of y^a in (1-y)^j
///            (1+y)^(T-j), weighed by scale^T C(T,j) atom^(T-j) density^j. Of several kinds integrals and places add up and
///            weights multiply, so that delta(e) = sum over the places b > e and the numbers j of integrals of weight
///            I_j(b), I_j(b) = int_{e..b} (e^(L/2) - e^(e-L/2)) (b-L)^(j-1)/(j-1)! dL = 2 e^(e/2) G_j(b-e), G_j(c) = sum over
///            odd k of 2^-k c^(j+k)/(j+k)!. Backwards G_j = c^(j+1)/(2 (j+1)!) + G_(j+2)/4, from 0 <= G_M <= c^M/M!
///            sinh(c/2). Where c >= 0 is in doubt, [0, upper end] holds both cases: G_j is 0 at 0. The outer sum
///            alternates; the balls measure what that costs.
/// Source:    ours; proofs-check/PROOFS.md section 14
/// Cost:      of one kind O(rounds^2) products at about rounds + bits bits; of several, spline_terms times that of a series
[[nodiscard]] Sample spline_delta(const std::vector<SplineRounds>& kinds, const Threshold& threshold, slong bits,
                                  const Budget& budget = {});

/// How many weights spline_delta of several kinds has: places times rounds.
/// Kind:      a proposal
[[nodiscard]] double spline_terms(const std::vector<slong>& rounds);

/// The most rounds of one kind, and the most terms of several, that are not too many.
inline constexpr slong most_spline_rounds = 1000;
inline constexpr double most_spline_terms = 20'000;

}  // namespace hallmark::basic
