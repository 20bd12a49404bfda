// Approximate local randomizers: [FMT21] Theorem 3.8, and noisy SGD without replacement through it.
#pragma once

#include "exact/bracket.hpp"
#include "exact/least.hpp"
#include "exact/number.hpp"

namespace hallmark::approximate {

/// Which bound for pure randomizers, and with which slack.
enum class Form {
  printed,  // the closed form of Theorem 3.1 and the slack of Theorem 3.8
  sharp,    // our sharper closed form and slack
  pair,     // the clones pair itself, and our sharper slack
};

/// slack = (w + 1)(1 + 1/(2E)) n delta0 (printed), (w + 1) delta0 (1/(E+1) + (n-1)/E (1 + 1/(E+1))) (sharp, pair), w =
/// e^eps, E = e^eps0: what (eps0, delta0)-local randomizers add to delta.
/// Kind:      encloses
/// Units:     probabilities; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 < eps0, 0 <= delta0 <= 1, 0 <= eps; otherwise throws InputError
/// Rigor:     sharp: user 1's pair becomes eps0-DP by moving mass delta0/(E+1); another user's R is at least rho/E
///            after moving delta0/E, and rho's repair costs delta0/(E (E+1)); each move enters both sides of H_w
/// Source:    [FMT21] Theorem 3.8; the sharper form is ours
/// Cost:      O(1)
[[nodiscard]] Ball slack(Form form, slong n, const Number& eps0, const Number& delta0, const Number& eps, slong bits);

/// min over 0 <= x <= eps of clones.delta(x) + slack(x) (sharp): delta falls with its eps, so that the sum at any x <= eps
/// is an upper bound at eps.
/// Kind:      upper bound: every x gives an upper end; the lower one is that of the least sum, over all x
/// Units:     probabilities; replace-one; both directions
/// Domain:    as slack
/// Rigor:     the sum is convex in e^x, in pieces that are lines: least_of_convex of its values around the place that a
///            search by slopes proposes
/// Source:    ours
/// Cost:      about 10 evaluations of clones.delta, and 65 for a place inside
struct LeastSum {
  Least least;
  Number eps;  // whose sum is the upper end
  slong bits;
};
[[nodiscard]] LeastSum delta_upper(slong n, const Number& eps0, const Number& delta0, const Number& eps, slong digits,
                                   const Budget& budget);

struct EpsilonParameters {
  slong n;
  Number eps0;
  Number delta0;
  Number delta;  // the whole, slack included
};

/// epsilon = least eps with pure(delta - slack(eps)) <= eps, pure the epsilon of the form at a delta.
///
/// Kind:      upper bound; the bracket encloses that number: hi is a valid privacy value
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 < eps0, 0 < delta0 <= 1, 0 < delta <= 1; throws InputError otherwise, where the slack
///            alone reaches delta, and where a closed form is needed outside its validity
/// Rigor:     pure falls with its delta and slack rises with eps, so pure(delta - slack(x)) is a lower bound for the
///            answer whenever x is: repeated from x = 0 it rises to it; hi is proved by pure(delta - slack(hi)) <= hi
/// Source:    [FMT21] Theorem 3.8
/// Cost:      a few evaluations of the form
[[nodiscard]] Inversion epsilon_upper(Form form, const EpsilonParameters& parameters, slong digits,
                                      const Budget& budget = {});

struct NoisySgdParameters {
  slong n;       // records, each used in one step
  Number sigma;  // deviation of the noise, in units of the clipping norm L: replacing a record moves a step by 2 L
  Number delta;
};

/// epsilon of n Gaussian steps in a uniformly random order, one record a step: min over eps0 of epsilon_upper(pair)
/// with delta0(eps0) = Phi(1/sigma - eps0 sigma/2) - e^eps0 Phi(-1/sigma - eps0 sigma/2).
///
/// Kind:      upper bound: every eps0 gives one, and the search for a good one claims no minimum
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 0 < sigma, 0 < delta <= 1; throws InputError where no eps0 tried gives a finite bound
/// Rigor:     each step is the Gaussian mechanism of sensitivity 2 L, (eps0, delta0(eps0))-DP for every eps0, whatever
///            came before: an adaptive sequence of local randomizers
/// Source:    [FMT21] Proposition 5.3, which is an O(.) statement; this is a certifiable substitute for it
/// Cost:      about 30 evaluations of clones.epsilon
struct NoisySgd {
  UpperEnd epsilon;
  Rational eps0;
  slong bits;
};
[[nodiscard]] NoisySgd noisy_sgd_upper(const NoisySgdParameters& parameters, slong digits, const Budget& budget = {});

}  // namespace hallmark::approximate
