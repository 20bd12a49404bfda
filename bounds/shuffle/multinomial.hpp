// The four-category pair of [FMT21] Theorem 4.1.
#pragma once

#include <optional>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::multinomial {

struct DeltaParameters {
  slong n;     // reports
  Number p;    // of each of the three named categories
  Number q;    // of the own category of user 1
  Number eps;  // nats
};

/// delta = H_{e^eps}(P0 || P1), P_i = Mult(n-1; p, p, p, 1-3p) + e_i with probability q, + e_* otherwise.
///
/// Kind:      encloses
/// Units:     eps in nats; replace-one; both directions (exchanging the categories 0 and 1 exchanges the pair)
/// Domain:    1 <= n <= 10^15, 0 < p <= 1/3, 0 < q <= 1, 0 <= eps; otherwise throws InputError
/// Rigor:     Mult(n-1)(x - e_j) = Mult(n)(x) x_j / (n p), so delta = E[(q (N0 - w N1) - (w-1)(1-q) N*)_+] / (n p)
///            under Mult(n; p, p, p, 1-3p): a ThreeCounts. q = 1: N* does not matter.
/// Source:    [FMT21] Theorem 4.1
/// Cost:      about n p bits ball operations: 0.3 s at n = 10^4, p = 1/10
/// Example:   delta_exact({.n = 1, .p = Number("1/3"), .q = Number("1/2"), .eps = 0})->to_string()
///            -> 1/2
[[nodiscard]] Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget = {});

/// Two ends of it, soon, where p < 1/3; nothing when the budget ends.
/// Kind:      encloses
/// Units:     a probability
/// Domain:    as delta
/// Source:    positive_part_at_mean
[[nodiscard]] std::optional<Ball> delta_at_mean(const DeltaParameters& parameters, const Budget& budget = {});

/// The same as a reduced fraction, where p, q and e^eps are rational and n is at most 100; nothing otherwise.
/// Kind:      exact
/// Domain:    as delta
/// Source:    as delta
[[nodiscard]] std::optional<Rational> delta_exact(const DeltaParameters& parameters, const Budget& budget = {});

struct EpsilonParameters {
  slong n;
  Number p;
  Number q;
  Number delta;
};

/// epsilon = ln(1 + q (4 sqrt(2 ln(4/delta)) / sqrt(p n) + 4 / (p n))): the pair is (epsilon, delta)-close.
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 8 ln(2/delta) / n <= p <= 1/3, 0 < q <= 1, 0 < delta <= 1; otherwise throws InputError
/// Rigor:     each of the three parts of the pair is Lemma A.1's with 2 p in place of p; joint convexity
/// Source:    [FMT21] Theorem 4.1, equation (10)
/// Cost:      O(1)
[[nodiscard]] Ball closed_form_upper(const EpsilonParameters& parameters, slong bits);

/// The least power of 1/2 that closed_form_upper takes to an epsilon of at most eps, and 1 - (1-q) as long as it is
/// less: delta is at most this.
/// Kind:      upper bound
/// Units:     a probability
/// Domain:    as delta
/// Rigor:     the pair is (epsilon, d)-close for every d for which the theorem holds, and equal laws but with
///            probability q
/// Source:    as closed_form_upper
/// Cost:      about 20 closed forms
[[nodiscard]] Rational delta_upper(const DeltaParameters& parameters, slong bits);

}  // namespace hallmark::multinomial
