// Shuffled binary randomized response on one pair of datasets: exact values, hence lower bounds for any theorem.
#pragma once

#include "exact/bracket.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark::rr2 {

struct DeltaParameters {
  slong n;      // reports
  Number eps0;  // nats
  Number eps;   // nats
  Direction direction;
  slong others = 0;  // how many of the n-1 other users hold 1
};

/// delta = H_{e^eps} between the numbers of ones when user 1 holds 1 (P) and when user 1 holds 0 (Q), `others` of the
/// other n-1 users holding 1, each report true with probability a = E/(E+1), E = e^eps0.
///
/// Kind:      encloses; a lower bound for every theorem about all eps0-local randomizers
/// Units:     nats; replace-one; remove = H(P||Q), add = H(Q||P), both = the larger
/// Domain:    1 <= n <= 10^15, 0 < eps0, 0 <= eps, 0 <= others < n; otherwise throws InputError
/// Rigor:     with R = Bin(others, a) + Bin(n-1-others, b), b = 1 - a: P(k) = a R(k-1) + b R(k), Q(k) = b R(k-1) + a
///            R(k). R is log-concave, so P/Q rises with k, the optimal event is an upper tail {K >= t}, and delta = (a
///            - w b) R(t-1) - (w - 1) Pr[R >= t]. Any t gives a lower bound; the true t is the first with R(t-1)/R(t) >
///            (wE-1)/(E-w), undecided neighbours take the hull. Exchanging the names 0 and 1 turns add with m others
///            into remove with n-1-m. Sums of log-concave terms stop on geometric remainders.
/// Source:    [FMT21] Appendix G, equation (27) for others = 0; errata: not the exact privacy of shuffled 2RR
/// Cost:      O(sqrt n) ball operations, times log n for 0 < others < n-1
/// Example:   delta({.n = 3, .eps0 = Number("ln(2)"), .eps = 0, .direction = Direction::remove, .others = 1}, 128)
///                .contains(Rational("5/27"))
///            -> true
[[nodiscard]] Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget = {});
[[nodiscard]] Sample delta_with_slope(const DeltaParameters& parameters, slong bits, const Budget& budget = {});

struct EpsilonParameters {
  slong n;
  Number eps0;
  Number delta;
  Direction direction;
  slong others = 0;
};

/// epsilon = inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses
/// Units:     nats; replace-one; direction as delta
/// Domain:    as delta, 0 <= delta <= 1
/// Rigor:     delta(eps) is nonincreasing in eps
/// Source:    as delta
/// Cost:      about 10 evaluations of delta
[[nodiscard]] Inversion epsilon(const EpsilonParameters& parameters, slong digits, const Budget& budget = {});

/// A composition of the other users and a direction at which delta is large.
/// Kind:      a proposal: a search, no claim of a maximum
/// Domain:    as delta
struct Composition {
  slong others;
  Direction direction;
};
[[nodiscard]] Composition search_composition(slong n, const Number& eps0, const Number& eps, const Budget& budget = {});

/// remove or add, whichever delta is the larger (remove where that is not decided); another direction stays what it is.
[[nodiscard]] Direction larger_direction(const DeltaParameters& parameters, const Budget& budget = {});

}  // namespace hallmark::rr2
