// The Renyi divergence of shuffled binary randomized response on one pair of datasets.
#pragma once

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark::rr2 {

struct RenyiParameters {
  slong n;       // reports
  Number eps0;   // nats
  Number alpha;  // order
  Direction direction;
  slong others = 0;  // how many of the n-1 other users hold 1
  slong rounds = 1;  // compositions on the same data
};

/// D_alpha rounds between the numbers of ones when user 1 holds 1 (P) and when user 1 holds 0 (Q): D_alpha(P || Q) =
/// ln(1 + sum_k Q(k) (r^alpha - 1 - alpha (r - 1))) / (alpha - 1), r = P(k)/Q(k).
///
/// Kind:      encloses; a lower bound for every theorem about all eps0-local randomizers. When the budget ends, the
///            partial sum below and eps0 above
/// Units:     nats; replace-one; remove = D(P||Q), add = D(Q||P), both = the larger
/// Domain:    1 <= n <= 10^15, 0 < eps0, 1 < alpha <= 10^15, 0 <= others < n, 1 <= rounds <= 10^15; otherwise throws
///            InputError
/// Rigor:     summands are nonnegative (r^alpha is convex), so partial sums are lower bounds. R, the reports of the
///            others, is a binomial law for others = 0 or n-1; else a b (k+1) R(k+1) = (m1 a^2 + m0 b^2 - (a^2 + b^2)
///            k) R(k) + a b (n-k) R(k-1), from (b+az)^m1 (a+bz)^m0, upwards from 0 and downwards from n-1 to where the
///            middle term changes sign, so that all terms are positive on either way. Left out: r lies in [1/E, E] and
///            rises with k, so that below the window a summand is at most alpha Q, above it at most E^(alpha-1) P, with
///            the tails of R; for others = 0, where r = (E k + (n-k)/E)/n, at most Q r^alpha, which is log-concave in
///            k. Exchanging the names 0 and 1 turns add with m others into remove with n-1-m.
/// Source:    [FMT21] Appendix G for the pair; the divergence is the definition
/// Cost:      O(sqrt n) powers for others = 0, remove; O(n) otherwise
/// Example:   renyi({.n = 1, .eps0 = Number("ln(3)"), .alpha = 2, .direction = Direction::remove}, 128).to_string(10)
///            -> [0.8472978604 +/- 1.28e-11]
[[nodiscard]] Ball renyi(const RenyiParameters& parameters, slong bits, const Budget& budget = {});

}  // namespace hallmark::rr2
