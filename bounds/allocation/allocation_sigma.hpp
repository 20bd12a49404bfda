// Calibration of the noise of random allocation.
#pragma once

#include <functional>
#include <string>

#include "bounds/allocation/allocation.hpp"
#include "exact/bracket.hpp"

namespace hallmark::allocation {

struct SigmaParameters {
  Number eps;    // nats, at least 0
  Number delta;  // a probability
  long steps;
  long selected;
  long epochs;
  Direction direction;
};

/// A bracket of delta at one sigma, in one direction, to about `digits` digits.
using SigmaCurve = std::function<Bracket(const Rational& sigma, Direction direction, long digits)>;

struct SigmaOutcome {
  Bracket bracket;
  bool reached;
  long evaluations;
};

/// sigma = inf {sigma > 0 : delta(eps) <= delta at sigma} of random allocation with Gaussian noise.
/// Kind:      encloses: delta(eps) > delta at lo (or lo = 0), delta(eps) <= delta at hi, both proved, so that hi is a
///            safe calibration; where delta itself is only known between two bounds the bracket stays as wide as they
///            are
/// Units:     of the sensitivity; zero-out; direction both: the larger sigma of the two
/// Domain:    0 <= eps, 0 < delta < 1, 1 <= selected <= steps, 1 <= epochs, selected epochs <= 10^15; otherwise throws
///            InputError
/// Rigor:     delta is nonincreasing in sigma: adding independent normal noise to every output is a post-processing
///            that turns both laws at sigma into those at a larger sigma. At gaussian.sigma for selected epochs rounds
///            delta is small enough: naming the steps that use the record only adds to the output. As sigma falls to 0
///            delta tends to 1.
/// Source:    [FS25] Theorem 3.1 of the later version (the scheme that dominates); the inversion is ours
/// Cost:      at most 15 evaluations of the curve
[[nodiscard]] SigmaOutcome sigma(const SigmaParameters& parameters, const SigmaCurve& curve, long digits,
                                 const Budget& budget = {});

}  // namespace hallmark::allocation
