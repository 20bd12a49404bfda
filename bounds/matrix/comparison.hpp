// Comparisons by Kahane's inequality: covariances above and below those of a mechanism whose law is a few sums and
// products.
#pragma once

#include <compare>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "bounds/matrix/gram.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::matrix {

/// A bin's log ratio is N(0) + N(1) + N(2), the first common to all bins, the second to those of one block of `length`
/// neighbours, the third its own; their variances. Of `blocks` blocks.
struct Star {
  Rational common;
  Rational block;
  Rational own;
  slong blocks = 1;
  slong length = 1;  // 1: no variance of blocks
  [[nodiscard]] auto operator<=>(const Star&) const = default;
};

/// Covariances at least those of the bins that leave the remainder c by `classes`, each with its share of all bins.
/// Kind:      upper bound of every entry
/// Domain:    1 <= classes <= bins
/// Rigor:     the common part is the largest entry off the diagonal, the own part the largest on it less the common
///            one, or 0: a covariance is at most the larger variance
/// Source:    [Kahane86]; Jensen for the classes
struct Part {
  Star star;
  Rational share;
};
[[nodiscard]] std::vector<Part> stars_above(const Gram& g, slong classes);

/// Covariances at most those of all bins, for blocks of `length` neighbours.
/// Kind:      lower bound of every entry
/// Domain:    1 <= length, a divisor of the bins
/// Rigor:     the least entry of all, the least inside a block less it, the least on the diagonal less both: none is
///            negative, for each is the least of fewer entries
/// Source:    [Kahane86]
[[nodiscard]] Star star_below(const Gram& g, slong length);

/// Laws of means of bins' ratios, one side, grid by grid, noise of deviation sigma: N has the variance over sigma^2. A star
/// that is asked for again has its law already.
/// Kind:      upper or lower bound, as the side says; nothing when the budget ends
/// Domain:    0 < sigma
/// Rigor:     exp(N - Var/2) of the common part is independent of the mean of the rest; convex_law.hpp
/// Source:    [Kahane86]
/// Cost:      of a new star about log2(bins) + 2 operations of nodes^2 pairs
class StarLaws {
 public:
  StarLaws(const Rational& sigma, Slope slope, Side side, const Resolution& resolution, const Budget& budget);
  [[nodiscard]] std::optional<TracedLaw> of(const Star& star);

 private:
  [[nodiscard]] std::optional<TracedLaw> factor(const Rational& variance);
  [[nodiscard]] bool average(std::optional<TracedLaw>& law, slong count) const;
  [[nodiscard]] bool times(std::optional<TracedLaw>& law, const Rational& variance);

  Rational scale_;
  Slope slope_;
  Side side_;
  Resolution resolution_;
  const Budget& budget_;
  std::map<Rational, TracedLaw> factors_;
  std::map<Star, TracedLaw> stars_;
};

/// The mixture of the laws of the parts.
/// Kind:      upper bound, as of an upper law
/// Domain:    laws of one slope, shares that add up to 1
/// Rigor:     the mean of convex functions of the classes' ratios is at least that of the mean of the ratios
[[nodiscard]] ConvexLaw mixture(const std::vector<std::pair<ConvexLaw, Rational>>& parts);

}  // namespace hallmark::matrix
