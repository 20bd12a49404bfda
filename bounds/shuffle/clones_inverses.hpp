// Calibration with the clones pair: how large eps0 may be, how few reports suffice.
#pragma once

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::clones {

struct LargestEps0Parameters {
  slong n;       // reports
  Number eps;    // nats, the central guarantee
  Number delta;  // a probability
  slong rounds = 1;
};

/// eps0 = sup {eps0 > 0 : delta(n, eps0, eps) <= delta}, delta the hockey-stick divergence of the clones pair, of
/// `rounds` independent copies of it.
///
/// Kind:      encloses: delta(n, lo, eps) <= delta < delta(n, hi, eps) proved, so that lo is safe to use; lo = hi = eps
///            where delta = 0
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 <= eps < 10^4, 0 <= delta < 1, 1 <= rounds <= 10^15; eps = 0 = delta and answers of
///            10^4 or more are refused with InputError
/// Rigor:     delta is nondecreasing in eps0: for E < E' the pair of E arises from that of E' by adding fair coins to
///            the two counts (C is stochastically larger for E) and mixing (P, Q) with (Q, P), and H_w is jointly
///            convex and the pair symmetric; both steps act on each round alone. It is 0 up to eps0 = eps and at least
///            (1-1/E)^(n-1) (E-w)/(E+1) (no clones) above, which tends to 1.
/// Source:    [FMT21] Theorem 3.2; the inversion is ours
/// Cost:      8 to 14 evaluations of delta
/// Example:   largest_eps0({.n = 2, .eps = 1, .delta = 0}, 15).bracket.lo.to_string()
///            -> 1
[[nodiscard]] Inversion largest_eps0(const LargestEps0Parameters& parameters, slong digits, const Budget& budget = {});

struct SmallestNParameters {
  Number eps0;  // nats, the local guarantee
  Number eps;   // nats, the central guarantee
  Number delta;
  slong rounds = 1;
};

/// n = min {n >= 1 : delta(n, eps0, eps) <= delta}, an integer.
///
/// Kind:      exact where lo = hi; otherwise lo <= n <= hi, delta(hi) <= delta < delta(lo - 1) proved
/// Units:     reports; replace-one; both directions
/// Domain:    0 < eps0, 0 <= eps, 0 <= delta <= 1, 1 <= rounds <= 10^15; targets that 10^15 reports do not reach, and
///            delta = 0 with eps < eps0, are refused with InputError
/// Rigor:     delta is nonincreasing in n: one more report adds a fair coin to the counts with probability e^-eps0, a
///            post-processing. A tie of delta(n) with delta, which balls cannot decide, is decided by the exact
///            fraction where there is one.
/// Source:    [FMT21] Theorem 3.2; the inversion is ours
/// Cost:      8 to 14 evaluations of delta
/// Example:   smallest_n({.eps0 = Number("ln(3)"), .eps = Number("ln(3/2)"), .delta = Number("5/16")}).bracket.hi
///                .to_string()
///            -> 2
[[nodiscard]] Inversion smallest_n(const SmallestNParameters& parameters, const Budget& budget = {});

}  // namespace hallmark::clones
