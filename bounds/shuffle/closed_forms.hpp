// Closed forms for the shuffle model: [FMT21] Theorem 3.1, Lemma A.1 and our sharper form. Upper bounds, valid in part
// of the parameter space only; outside it they are false, so they refuse.
#pragma once

#include "exact/ball.hpp"
#include "exact/number.hpp"

namespace hallmark::closed_forms {

struct Parameters {
  slong n;       // reports
  Number eps0;   // nats
  Number delta;  // a probability
};

/// epsilon = ln(1 + (E-1)/(E+1) (8 sqrt(E ln(4/delta) / n) + 8 E / n)), E = e^eps0: every shuffled eps0-local
/// randomizer is (epsilon, delta)-DP.
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 < eps0 <= ln(n / (16 ln(2/delta))), 0 < delta <= 1; otherwise throws InputError
/// Source:    [FMT21] Theorem 3.1
/// Cost:      O(1)
[[nodiscard]] Ball theorem_3_1_upper(const Parameters& parameters, slong bits);

/// epsilon = ln(1 + q (8 sqrt(E ln(2/d) / n) + 8 E / n)), q = (E-1)/(E+1), d = min(1, delta/q).
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; replace-one; both directions
/// Domain:    as theorem_3_1_upper, with E <= n / (16 ln(2/d)); otherwise throws InputError
/// Rigor:     the clones pair is (1-q) M + q P against (1-q) M + q Q for the pair (P, Q) of Lemma A.1 with p = 1/E, so
///            by advanced joint convexity its divergence at 1 + q (w-1) is at most q H_w(P||Q); Lemma A.1 holds with
///            ln(2/d) in place of ln(4/d) (one-sided Chernoff for C, Hoeffding for A). proofs-check/AXIOMS.md has it.
/// Source:    [FMT21] Theorem 3.2, Lemma A.1; sharper constants are ours
/// Cost:      O(1)
[[nodiscard]] Ball theorem_3_1_sharp_upper(const Parameters& parameters, slong bits);

struct LemmaParameters {
  slong n;
  Number p;      // probability that a report is a clone, 0 < p <= 1
  Number delta;  // a probability
};

/// epsilon = ln(1 + 8 sqrt(ln(4/delta)) / sqrt(p n) + 8 / (p n)) bounds the pair (A+1, C-A), (A, C-A+1),
/// C ~ Bin(n-1, p), A ~ Bin(C, 1/2), at delta.
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; both directions
/// Domain:    1 <= n <= 10^15, p >= 16 ln(2/delta) / n, p <= 1, 0 < delta <= 1; otherwise throws InputError
/// Source:    [FMT21] Lemma A.1
/// Cost:      O(1)
[[nodiscard]] Ball lemma_a1_upper(const LemmaParameters& parameters, slong bits);

}  // namespace hallmark::closed_forms
