#pragma once

#include <functional>

#include "laws/convex_law.hpp"

namespace hallmark::check {

/// Both masses of the outputs whose likelihood ratio is at most some number.
struct Below {
  Interval p, q;
};

/// One step as these masses, for every x > 0.
using RatioMasses = std::function<Below(const Rational& x)>;

/// One step of Poisson batches with Gaussian noise: a record against none (remove), or against another one.
/// Rigor:    PROOFS.md 15.8, for both functions
[[nodiscard]] RatioMasses poisson_masses(const Interval& rate, const Interval& sigma, bool replaced);

/// One step of the coupling's pair.
[[nodiscard]] RatioMasses coupled_masses(const Interval& rate, const Interval& sigma);

/// Laplace noise of largest log ratio eps0: e^-eps0 at least, e^eps0 at most, with masses at both.
/// Domain:   a point that is proved to be neither of them; otherwise throws TooMuchWork
/// Rigor:    PROOFS.md 14.5
[[nodiscard]] RatioMasses laplace_masses(const Interval& eps0);

/// The law of the ratio, cut at the points of the grid.
/// Domain:   a law without mass where the second density is 0
/// Cost:     one evaluation a point
[[nodiscard]] ConvexLaw masses_base(const RatioMasses& below, Count precision, const Ratios& grid,
                                    const ConvexSpec& spec);

}  // namespace hallmark::check
