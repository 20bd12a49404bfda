// Laws along a short band: the bins of a Toeplitz matrix stand on a circle, and a bin is correlated with its neighbours.
#pragma once

#include <optional>
#include <vector>

#include "bounds/matrix/gram.hpp"
#include "exact/budget.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::matrix {

/// A Toeplitz matrix by its first column.
struct Toeplitz {
  std::vector<Rational> column;
  slong iterations = 0;
  bool normalised = false;
};

/// How fine the laws along the band are. Proposals: any value gives valid laws, only wider ones.
struct BandEffort {
  slong cells = 8;        // of a row's normal variable (below), at least 2
  slong start_cells = 4;  // of those of the rows where the circle is cut, at least 2
  slong nodes = 64;       // of a bin's normal variable (above), 8..200
  slong sums = 400;       // points of the sum of the bins' ratios, 64..2048; times the cells at most 2^15
};

/// The finest laws of a few seconds: the shorter the column and the fewer the bins, the more points.
/// Kind:      a proposal
[[nodiscard]] BandEffort band_effort(const Toeplitz& matrix, slong bins);

/// Whether the laws along the band are worth a try: 2 to 4 numbers in the column, at least 2 length - 1 and at most 64
/// bins, variances of the log ratios from 1/1000 to 9.
[[nodiscard]] bool has_short_band(const Toeplitz& matrix, const Gram& gram, const Rational& sigma);

/// Where the cells of a standard normal variable end.
/// Kind:      a proposal
/// Domain:    1 <= cells
/// Shape:     cells - 1 increasing numbers
[[nodiscard]] std::vector<Rational> band_cells(slong cells);

/// The law of the mean of the bins' ratios where the rows t of one t mod bins are replaced by their average and the
/// normal variable of each average by its cell.
/// Kind:      lower bound, rising slope; nothing when the budget ends
/// Domain:    has_short_band
/// Rigor:     a function of the output is no more distinguishable, and E F(R) >= E F(E[R | cells]) by Jensen; the mean
///            of a product of exponentials of independent variables given their cells is the product of theirs. Sums
///            that fall into one cell become their barycentre. PROOFS.md section 16.5; rounding in band_below.cpp
/// Cost:      bins start_cells^(l-1) cells^l sums additions, l the column's length
[[nodiscard]] std::optional<ConvexLaw> band_below(const Toeplitz& matrix, slong bins, const Rational& sigma,
                                                  const BandEffort& effort, const Budget& budget);

/// The law of the mean of the bins' ratios under the covariances d (rho^k + rho^(bins - k)) / (1 + rho^bins) of bins k
/// apart, d the largest variance and rho the least of 1/1024, ..., 1023/1024 for which they are at least the bins' own.
/// Kind:      upper bound, rising slope; nothing when there is no such rho or the budget ends
/// Domain:    2 to 64 bins, variances from 1/1000 to 9; any Gram matrix
/// Rigor:     [Kahane86]; the bins are then a Markov chain given the first one, and the mean of a rising convex F is
///            convex and rising in each state, which moves to two points around it. PROOFS.md section 16.5
/// Source:    [Kahane86]
/// Cost:      bins nodes^3 sums additions
[[nodiscard]] std::optional<ConvexLaw> band_above(const Gram& gram, const Rational& sigma, const BandEffort& effort,
                                                  const Budget& budget);

}  // namespace hallmark::matrix
