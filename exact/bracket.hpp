// Bracket, decide and bisect: the only places that choose precision or search.
#pragma once

#include <functional>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/rational.hpp"

namespace hallmark {

/// Rationals with a predicate proved false at lo and proved true at hi (lo == hi: the optimum itself, proved).
struct Bracket {
  Rational lo;
  Rational hi;
};

/// How hard to try: bits of precision to begin and to end with, and the budget.
struct Effort {
  slong first_bits = 128;
  slong last_bits = slong{1} << 20;
  const Budget& budget;
  bool sign_alone = false;  // of `evaluate`: a number that is proved to be above 0 is near enough
};

/// Where an inversion to `digits` digits gives up on precision: far beyond what a well-posed one needs.
/// Kind:      a proposal
/// Domain:    digits >= 1
[[nodiscard]] constexpr slong bisection_bits(slong digits) { return 64 * digits + (slong{1} << 14); }

/// Asks `question` at doubled precision until it is answered; unknown when the budget or the precision ends.
/// Kind:      exact: yes and no are proved by the question
/// Domain:    a question whose yes and no are proved at every precision
[[nodiscard]] Truth decide(const std::function<Truth(slong bits)>& question, const Effort& effort);

/// Evaluates `quantity` at doubled precision until its ball has width <= 10^-digits relative to its size.
/// Kind:      encloses; where the budget ends first, or the number is below 10^-(10^5) and so cannot be written, the
///            narrowest ball so far
/// Domain:    a quantity that encloses one number at every precision; digits >= 1
struct Evaluation {
  Ball value;
  bool reached;  // the digits asked for are there
};
[[nodiscard]] Evaluation evaluate(const std::function<Ball(slong bits)>& quantity, slong digits, const Effort& effort);

/// Whether hi - lo <= 10^-digits * min(|lo|, |hi|) (or lo = hi).
/// Kind:      exact
/// Domain:    lo <= hi
[[nodiscard]] bool has_digits(const Rational& lo, const Rational& hi, slong digits);

/// A value of a nonincreasing function with its slope there. The slope is a proposal for the search, never a proof.
struct Sample {
  Ball value;
  Ball slope;
};

/// The problem inf {x in [lo, hi] : f(x) <= target} for a nonincreasing f.
struct Inverse {
  std::function<Sample(const Rational& x, slong bits)> f;
  Ball target;        // encloses the target at more bits than any evaluation needs
  Rational lo;        // f(lo) > target is proved
  Rational hi;        // f(hi) <= target is proved
  slong digits = 15;  // relative width asked for
};

/// Shrinks [lo, hi] until hi - lo <= 10^-digits * hi, or until the budget ends.
///
/// Kind:      encloses: f(lo) > target and f(hi) <= target are proved at the ends returned, so the infimum lies in
///            (lo, hi] by monotonicity of f alone
/// Domain:    a nonincreasing f; what Inverse says of its ends is proved
/// Rigor:     only proved comparisons move an end. Points are proposed by Newton steps on sqrt(log(1 / f)), which
///            is nearly linear for Gaussian-like tails, or by halving.
/// Cost:      about 8 evaluations of f where it is smooth, at most log2 of the asked relative width by halving
struct Inversion {
  Bracket bracket;
  bool reached;
  slong bits;  // the largest precision used
  slong evaluations;
};
[[nodiscard]] Inversion bisect(const Inverse& problem, const Effort& effort);

}  // namespace hallmark
