#include "matrix/comparison.hpp"

#include <algorithm>

namespace hallmark::check {

namespace {

/// Covariances of the bins' log ratios: integers, times `unit`.
struct Gram {
  std::vector<std::vector<Integer>> entries;
  Rational unit;

  [[nodiscard]] std::size_t size() const { return entries.size(); }
};

/// G_jk = sum over u < n - k of s_u s_(u+k-j), s_u = c_u + s_(u - bins), over sigma^2.
Gram gram(const MatrixScheme& scheme) {
  const List& c = scheme.column;
  const std::size_t n = scheme.iterations;
  const std::size_t bins = scheme.bins;
  check_column(scheme);
  Integer common = 1;  // denominator
  for (const Rational& x : c) common *= denominator(x) / gcd(common, denominator(x));
  Count largest = 0;  // bits of a number over that denominator
  for (const Rational& x : c) {
    largest = std::max(largest, numerator(x).bits() + common.bits() - denominator(x).bits() + 1);
  }
  const Count size = limbs(std::max(largest, common.bits()) + bits_of(n));
  Meter::room(n, size + 2);
  Meter::room(bins * bins, 2 * size + 4);
  std::vector<Integer> s(n);
  Integer norm = 0;
  for (std::size_t u = 0; u < n; ++u) {
    if (u < c.size()) s[u] = numerator(c[u]) * (common / denominator(c[u]));
    if (scheme.normalised) norm += s[u] * s[u];
    if (u >= bins) s[u] += s[u - bins];
  }
  if (!scheme.normalised) norm = common * common;
  Gram g{{bins, std::vector<Integer>(bins)}, 1 / (norm * scheme.sigma * scheme.sigma)};
  for (std::size_t distance = 0; distance < bins; ++distance) {
    Integer sum = 0;
    std::size_t u = 0;
    for (std::size_t k = bins; k-- > distance;) {
      for (; u + k < n; ++u) sum.add_product(s[u], s[u + distance]);
      g.entries[k][k - distance] = g.entries[k - distance][k] = sum;
    }
  }
  return g;
}

std::vector<Star> stars_above(const Gram& gram, Count classes) {
  const auto& [g, unit] = gram;
  std::vector<Star> all;
  for (Count c = 0; c < classes; ++c) {
    Integer off = 0;
    Integer diagonal = 0;
    Count count = 0;
    for (Count j = c; j < g.size(); j += classes, ++count) {
      diagonal = std::max(diagonal, g[j][j]);
      for (Count k = c; k < j; k += classes) off = std::max(off, g[j][k]);
    }
    const Integer own = std::max(Integer(0), Integer(diagonal - off));
    all.push_back({off * unit, 0, own * unit, count, 1, Rational(count, g.size())});
  }
  return all;
}

Star star_below(const Gram& gram, Count length) {
  const auto& [g, unit] = gram;
  Integer all = g[0][0];
  Integer inside = g[0][0];
  Integer diagonal = g[0][0];
  for (std::size_t j = 0; j < g.size(); ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      all = std::min(all, g[j][k]);
      if (j / length == k / length) inside = std::min(inside, g[j][k]);
    }
    diagonal = std::min(diagonal, g[j][j]);
  }
  if (length == 1) inside = all;
  return {all * unit, (inside - all) * unit, (diagonal - inside) * unit, g.size() / length, length};
}

}  // namespace

void check_column(const MatrixScheme& scheme) {
  const List& c = scheme.column;
  if (c.empty() || c.size() > std::size_t(scheme.iterations)) {
    throw Rejected{"domain", "column: must have at most as many numbers as iterations"};
  }
  if (*std::min_element(c.begin(), c.end()) < 0) throw Rejected{"domain", "column: must not be negative"};
  if (c.front() == 0) throw Rejected{"domain", "column: must begin with a positive number"};
}

std::vector<Star> stars(const MatrixScheme& scheme, Side side, Count number) {
  const bool fits = number >= 1 && number <= scheme.bins && (side == Side::upper || scheme.bins % number == 0);
  if (!fits) throw Rejected{"witness", "classes of bins, or blocks of equal length"};
  const Gram g = gram(scheme);
  if (side == Side::upper) return stars_above(g, number);
  return {star_below(g, number)};
}

std::size_t star_grids(const Star& star) {
  return (star.own > 0 ? 1 : 0) + combinations(star.length) + (star.block > 0 ? 2 : 0) + combinations(star.blocks) +
         (star.common > 0 ? 2 : 0);
}

Interval stars_bound(const std::vector<Star>& stars, bool remove, const Number& eps, Side side,
                     std::span<const Ratios> grids, Count unit, const Effort& effort) {
  constexpr Count guard = 192;
  const Count bits = effort.scale + guard;
  if (bits > 8000) throw TooMuchWork();
  const ConvexSpec spec{remove ? Slope::rising : Slope::falling, side, unit, (bits + 63) / 64 * 64};
  const auto next = [&](std::size_t count) {
    const std::span<const Ratios> some = grids.first(count);
    grids = grids.subspan(count);
    return some;
  };
  const auto average = [&](const ConvexLaw& law, Count count) {
    return divided(power(law, count, Combination::sum, next(combinations(count)), spec), count, spec);
  };
  const auto times = [&](ConvexLaw law, const Rational& variance) {
    if (variance == 0) return law;
    const ConvexLaw factor = lognormal_base(variance, next(1).front(), spec);
    return combined(law, factor, Combination::product, next(1).front(), spec);
  };
  const Count precision = spec.fraction;
  Interval total(precision);
  for (const Star& star : stars) {
    ConvexLaw law{{Integer(1) << spec.unit}, {Integer(1) << spec.fraction}, 0};  // the ratio 1
    if (star.own > 0) law = lognormal_base(star.own, next(1).front(), spec);
    law = times(average(law, star.length), star.block);
    law = times(average(law, star.blocks), star.common);
    total = total + hinge(law, eps, spec) * Interval(star.share, precision);
  }
  return total;
}

}  // namespace hallmark::check
