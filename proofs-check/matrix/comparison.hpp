#pragma once

#include "laws/convex_law.hpp"

namespace hallmark::check {

/// A Toeplitz matrix by its first column, noise, and balls in bins.
struct MatrixScheme {
  const List& column;
  Count iterations;
  Count bins;
  bool normalised;
  Rational sigma;
};

/// Throws Rejected unless the column is that of a matrix.
void check_column(const MatrixScheme& scheme);

/// Covariances of the bins' log ratios under which they are a common normal variable, one of each block of `length`
/// neighbours, and one of their own: three variances, for `blocks` blocks.
struct Star {
  Rational common, block, own;
  Count blocks, length;
  Rational share = 1;  ///< of all bins
};

/// Above: one star for each of `number` classes of bins. Below: one star for blocks of `number` neighbours.
/// Domain:   throws Rejected where the column is no such matrix's, or the number does not fit the bins
/// Rigor:    PROOFS.md section 16
[[nodiscard]] std::vector<Star> stars(const MatrixScheme& scheme, Side side, Count number);

/// How many grids the law of a star takes.
[[nodiscard]] std::size_t star_grids(const Star& star);

/// remove: E(R - e^eps)_+, add: E(1 - e^eps R)_+ from one side, R the mean of the bins' ratios under the stars.
/// Domain:   as many grids as star_grids of all stars together
/// Rigor:    PROOFS.md sections 13 and 16
/// Cost:     as combined() for every grid
[[nodiscard]] Interval stars_bound(const std::vector<Star>& stars, bool remove, const Number& eps, Side side,
                                   std::span<const Ratios> grids, Count unit, const Effort& effort);

}  // namespace hallmark::check
