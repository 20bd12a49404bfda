// Grids for convex laws, by plain-double heuristics. Never part of a proof: any grid gives valid laws.
#pragma once

#include <vector>

#include "exact/convex_kernel.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::grid {

/// Positions with masses, in order; approximate.
struct Sketch {
  std::vector<double> position;
  std::vector<double> mass;
};

/// What a grid is for.
struct Aim {
  Slope slope;
  Side side;
  slong nodes;
  double right;  // beyond the x with E(Y - x)_+ < right nothing is resolved
  double left;   // rising: nor below the x with E(x - Y)_+ < left; falling: < left * x
  double far;    // falling: nor beyond this
};

/// The aim of an operation whose result stands for `share` of the final sum or product of `count` ratios.
/// Kind:      a proposal
/// Domain:    share and count at least 1
[[nodiscard]] Aim aim(kernel::Operation operation, const ConvexLaw& law, const Resolution& resolution, double share,
                      double count);

/// 0 = g_0 < g_1 < ... at most `nodes` of them. Their density is a mixture of p^(1/3), which evens out the spread of
/// the bulk, as a density of x and of ln x, and of |d ln E(Y - x)_+| (rising) or |d ln E(x - Y)_+| (falling), which
/// gives every divergence in the tail the same relative accuracy.
/// Kind:      a proposal: any grid gives valid laws
/// Domain:    positions in order, nonnegative masses, nodes >= 2
[[nodiscard]] std::vector<double> place(const Sketch& sketch, const Aim& aim);

/// The grid for all pairs of two laws: their values themselves where these are few, otherwise place() on a sketch.
/// Kind:      a proposal
/// Domain:    laws of one slope
[[nodiscard]] std::vector<double> for_pairs(kernel::Operation operation, const ConvexLaw& a, const ConvexLaw& b,
                                            const Aim& aim);

/// A sketch of exp(s Z - s^2/2).
/// Kind:      a proposal
/// Domain:    s > 0
[[nodiscard]] Sketch lognormal_sketch(double s);

}  // namespace hallmark::grid
