// Audits: what the counts of an attack on a mechanism say, with a confidence, that its epsilon is at least.
#pragma once

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::audit {

/// An enclosure, and whether it has the digits that were asked for.
struct Limit {
  Rational lo;
  Rational hi;
  bool reached = false;
  slong bits = 0;
};

/// One run with m canaries, each in with probability 1/2 on its own.
struct OneRun {
  slong canaries;
  slong guesses;
  slong right;
  Number delta;
  Number beta;  // 1 less the confidence
};

/// p(eps) = min(1, Pr[W >= v] + 2 m delta max over 1 <= i <= v of Pr[v-i <= W <= v-1]/i), W ~ Bin(r, 1-x), x =
/// 1/(1+e^eps), r guesses, v of them right.
/// Kind:      encloses
/// Domain:    0 <= right <= guesses <= canaries, 0 < x < 1
/// Rigor:     the averages are taken over the likely counts; what lies outside is added to each of them
/// Source:    [SNJ23] the one-run audit; PROOFS.md section 18.5
/// Cost:      O(sqrt(r bits)) ball operations
[[nodiscard]] Ball one_run_probability(const OneRun& audit, const Rational& x, slong bits, const Budget& budget);

/// inf {eps >= 0 : p(eps) >= beta}: the epsilon that one run refutes to be smaller, with the confidence 1 - beta.
/// Kind:      encloses
/// Units:     nats
/// Domain:    as one_run_probability, 0 < beta < 1, and 2 m delta <= 1, where p is proved not to fall; otherwise throws
///            InputError
/// Source:    as one_run_probability
/// Cost:      about 12 evaluations of p
[[nodiscard]] Limit one_run(const OneRun& audit, slong digits, const Budget& budget);

/// Independent runs with the record, of which `hits` were called so, and without it, of which `alarms` were.
struct TwoRuns {
  slong hits;
  slong runs_with;
  slong alarms;
  slong runs_without;
  Number delta;
  Number beta_hits;  // the error of each limit
  Number beta_alarms;
};

/// max(0, ln((p - delta)/q), ln((1 - q - delta)/(1 - p))), p the lower limit of Clopper and Pearson of the true
/// positive rate, q the upper one of the false positive rate; a term without positive numerator is left out.
/// Kind:      encloses
/// Units:     nats; the first term speaks of remove, the second of add
/// Domain:    0 <= hits <= runs_with, 0 <= alarms <= runs_without, 0 < beta < 1; otherwise throws InputError
/// Source:    [CP34] the limits; PROOFS.md section 18.4
/// Cost:      about 20 binomial tails
[[nodiscard]] Limit two_runs(const TwoRuns& audit, slong digits, const Budget& budget);

/// Enclosures of p and of q, and what the formula gives at their ends.
struct Rates {
  Bracket hits;
  Bracket alarms;
  Bracket limit;
};
/// Rates about 10^-digits of p and of q away from them, so that whoever compares the tails there needs no more digits.
/// Kind:      encloses
/// Domain:    as two_runs
/// Source:    as two_runs
[[nodiscard]] Rates rates_around(const TwoRuns& audit, slong digits, const Budget& budget);

/// The upper limit of Clopper and Pearson: the root x of Pr[Bin(n, x) <= k] = beta, 1 where k = n.
/// Kind:      encloses
/// Domain:    0 <= k <= n, n >= 1, 0 < beta < 1
/// Source:    [CP34] the limits
[[nodiscard]] Inversion upper_limit(slong n, slong k, const Number& beta, slong digits, const Budget& budget);

}  // namespace hallmark::audit
