#include "matrix/comparison.hpp"

#include <algorithm>

namespace hallmark::check {

namespace {

using Matrix = std::vector<std::vector<Rational>>;

/// G_jk = sum over u < n - k of s_u s_(u+k-j), s_u = c_u + s_(u - bins), over sigma^2.
Matrix gram(const MatrixScheme& scheme, Budget& budget) {
  const List& c = scheme.column;
  const std::size_t n = scheme.iterations;
  const std::size_t bins = scheme.bins;
  if (c.empty() || c.size() > n) throw Rejected{"domain", "column: must have at most as many numbers as iterations"};
  std::uint64_t size = 1;
  for (const Rational& x : c) {
    if (x < 0) throw Rejected{"domain", "column: must not be negative"};
    size = std::max<std::uint64_t>(size, (numerator(x).bits() + denominator(x).bits()) / 64 + 1);
  }
  if (c.front() == 0) throw Rejected{"domain", "column: must begin with a positive number"};
  // Sums of products of numbers with at most n different denominators.
  budget.charge(n * bins, 20 * size * std::min<std::uint64_t>(c.size(), 64));
  check_memory(bins * bins, 4 * size + 8);
  Rational norm = 1;
  if (scheme.normalised) {
    norm = 0;
    for (const Rational& x : c) norm += x * x;
  }
  const Rational scale = 1 / (norm * scheme.sigma * scheme.sigma);
  std::vector<Rational> s(n, Rational(0));
  for (std::size_t u = 0; u < n; ++u) {
    if (u < c.size()) s[u] += c[u];
    if (u >= bins) s[u] += s[u - bins];
  }
  Matrix g(bins, std::vector<Rational>(bins, Rational(0)));
  for (std::size_t distance = 0; distance < bins; ++distance) {
    Rational sum = 0;
    std::size_t u = 0;
    for (std::size_t k = bins; k-- > distance;) {
      for (; u + k < n; ++u) sum += s[u] * s[u + distance];
      g[k][k - distance] = g[k - distance][k] = sum * scale;
    }
  }
  return g;
}

std::vector<Star> stars_above(const Matrix& g, std::uint64_t classes) {
  std::vector<Star> all;
  for (std::size_t c = 0; c < classes; ++c) {
    Rational off = 0;
    Rational diagonal = 0;
    std::uint64_t count = 0;
    for (std::size_t j = c; j < g.size(); j += classes, ++count) {
      diagonal = std::max(diagonal, g[j][j]);
      for (std::size_t k = c; k < j; k += classes) off = std::max(off, g[j][k]);
    }
    const Rational own = diagonal > off ? Rational(diagonal - off) : Rational(0);
    all.push_back({off, 0, own, count, 1, Rational(count, g.size())});
  }
  return all;
}

Star star_below(const Matrix& g, std::uint64_t length) {
  Rational all = g[0][0];
  Rational inside = g[0][0];
  Rational diagonal = g[0][0];
  for (std::size_t j = 0; j < g.size(); ++j) {
    for (std::size_t k = 0; k <= j; ++k) {
      all = std::min(all, g[j][k]);
      if (j / length == k / length) inside = std::min(inside, g[j][k]);
    }
    diagonal = std::min(diagonal, g[j][j]);
  }
  if (length == 1) return {all, 0, diagonal - all, g.size(), 1};
  return {all, inside - all, diagonal - inside, g.size() / length, length};
}

}  // namespace

std::vector<Star> stars(const MatrixScheme& scheme, Side side, std::uint64_t number, Budget& budget) {
  const bool fits = number >= 1 && number <= scheme.bins && (side == Side::upper || scheme.bins % number == 0);
  if (!fits) throw Rejected{"witness", "classes of bins, or blocks of equal length"};
  const Matrix g = gram(scheme, budget);
  if (side == Side::upper) return stars_above(g, number);
  return {star_below(g, number)};
}

std::size_t star_grids(const Star& star) {
  return (star.own > 0 ? 1 : 0) + combinations(star.length) + (star.block > 0 ? 2 : 0) + combinations(star.blocks) +
         (star.common > 0 ? 2 : 0);
}

Interval stars_bound(const std::vector<Star>& stars, bool remove, const Number& eps, Side side,
                     std::span<const Ratios> grids, unsigned long unit, const Effort& effort, Budget& budget) {
  constexpr unsigned long guard = 192;
  const unsigned long bits = effort.scale + guard;
  if (bits > 8000) throw TooMuchWork();
  const ConvexSpec spec{remove ? Slope::rising : Slope::falling, side, unit, (bits + 63) / 64 * 64};
  const auto next = [&](std::size_t count) {
    const std::span<const Ratios> some = grids.first(count);
    grids = grids.subspan(count);
    return some;
  };
  const auto average = [&](const ConvexLaw& law, std::uint64_t count) {
    return divided(power(law, count, Combination::sum, next(combinations(count)), spec, budget), count, spec);
  };
  const auto times = [&](ConvexLaw law, const Rational& variance) {
    if (variance == 0) return law;
    const ConvexLaw factor = lognormal_base(variance, next(1).front(), spec, budget);
    return combined(law, factor, Combination::product, next(1).front(), spec, budget);
  };
  const auto precision = static_cast<mpfr_prec_t>(spec.fraction);
  Interval total(precision);
  for (const Star& star : stars) {
    ConvexLaw law{{Integer(1) << spec.unit}, {Integer(1) << spec.fraction}, 0};  // the ratio 1
    if (star.own > 0) law = lognormal_base(star.own, next(1).front(), spec, budget);
    law = times(average(law, star.length), star.block);
    law = times(average(law, star.blocks), star.common);
    total = total + hinge(law, eps, spec) * Interval(star.share, precision);
  }
  return total;
}

}  // namespace hallmark::check
