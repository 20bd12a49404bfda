// Matrix mechanisms (DP-FTRL) with Gaussian noise and balls in bins: brackets by Kahane's inequality.
#pragma once

#include <optional>

#include "bounds/matrix/band.hpp"
#include "bounds/matrix/comparison.hpp"
#include "hallmark/words.hpp"

namespace hallmark::matrix_gaussian {

/// Every record falls into one bin, uniformly, and takes part in the iterations of its bin; noise of deviation sigma on
/// C x. Under the pair the ratio is the mean of exp(N_j - Var N_j / 2) over the bins, N of covariance gram / sigma^2.
struct Mechanism {
  matrix::Gram gram;
  Number sigma;
  Direction direction;
  std::optional<matrix::Toeplitz> toeplitz = {};  // where the matrix is known by its first column
};

/// Both ends, and the comparisons that gave them.
struct Comparison {
  slong classes = 0;  // of the upper end
  slong length = 0;   // of the blocks of the lower end
  Direction upper = Direction::remove;
  Direction lower = Direction::remove;
  bool upper_band = false;  // that end is of the law along the band
  bool lower_band = false;
};
struct Found {
  Rational lo;
  Rational hi;
  bool reached = false;  // what a comparison proves is there, to the digits asked for
  slong nodes = 0;       // of the finest grid; 0 if none
  Comparison by = {};
};

/// How far grids are refined.
struct Effort {
  slong digits;
  bool default_digits;  // four digits of either end are enough
};

/// delta(eps) of the mechanism.
/// Kind:      encloses
/// Units:     eps in nats, any real; zero-out; direction both: the larger
/// Domain:    a Gram matrix of bounds/matrix/gram.hpp, 0 < sigma
/// Rigor:     [Kahane86]: E F(ratio) does not fall where covariances grow, F convex. The ends are those of
///            stars_above, the best of several numbers of classes, and of star_below, the best of several lengths; of a
///            short band (band.hpp) also those of the laws along it.
/// Source:    [CCGMSTT24] (the reduction to the pair, adaptive use); [Kahane86]
/// Cost:      a second or two; a few with a short band
[[nodiscard]] Found delta(const Mechanism& mechanism, const Number& eps, const Effort& effort, const Budget& budget);

/// inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses
/// Units:     nats; as delta
/// Domain:    as delta; 0 < delta <= 1
/// Rigor:     delta(eps) is nonincreasing; where no grid reaches, v/2 + sqrt(2 v ln(1/delta)), v the largest variance of
///            a bin: the mean of ratios is below each bin's in the convex order on average
/// Source:    as delta
/// Cost:      as delta
[[nodiscard]] Found epsilon(const Mechanism& mechanism, const Number& delta, const Effort& effort,
                            const Budget& budget);

/// inf {sigma > 0 : delta_sigma(eps) <= delta}.
/// Kind:      encloses
/// Domain:    as delta, but sigma; 0 < delta < 1, 0 <= eps
/// Rigor:     more noise is a post-processing: delta falls with sigma. lo: a lower law's delta exceeds delta there; hi:
///            an upper law's delta does not, or that of the bin of the largest squared mean v alone: sigma = sqrt(v)/s, s =
///            sqrt(c^2 + 2 eps) - c with c^2 = 2 ln(1/delta), or s = 5 delta/2
/// Source:    as delta
/// Cost:      some forty evaluations of delta on one grid
[[nodiscard]] Found sigma(const Mechanism& mechanism, const Number& eps, const Number& delta, const Effort& effort,
                          const Budget& budget);

}  // namespace hallmark::matrix_gaussian
