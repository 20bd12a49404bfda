#include "bounds/matrix/band.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>

#include "bounds/matrix/matrix_gaussian.hpp"
#include "exact/decimal.hpp"

using namespace hallmark;
using namespace hallmark::matrix;

namespace {

using Table = std::vector<std::vector<double>>;

double real(const Rational& x) { return binary64(x, Rounding::down); }

double phi(double x) { return std::erfc(-x / std::sqrt(2.0)) / 2; }

// E (c + e^(m + s Z) - k)_+.
double call(double c, double m, double s, double k) {
  const double mean = std::exp(m + s * s / 2);
  if (c >= k) return c + mean - k;
  const double d = (m - std::log(k - c)) / s;
  return mean * phi(d + s) - (k - c) * phi(d);
}

// E (R - w)_+ of three bins of covariances g: a sum over the plane, the last variable in closed form. In floating
// point, to about 10^-8.
double three_bins(const Table& g, double w) {
  const double a = std::sqrt(g[0][0]);
  const double b = g[0][1] / a;
  const double c = std::sqrt(g[1][1] - b * b);
  const double d = g[0][2] / a;
  const double e = (g[1][2] - b * d) / c;
  const double rest = std::sqrt(g[2][2] - d * d - e * e);
  double sum = 0;
  constexpr int parts = 200;
  const double step = 18.0 / parts;
  for (int i = 0; i < parts; ++i) {
    const double x = -9 + (i + 0.5) * step;
    for (int j = 0; j < parts; ++j) {
      const double y = -9 + (j + 0.5) * step;
      const double two = std::exp(a * x - g[0][0] / 2) + std::exp(b * x + c * y - g[1][1] / 2);
      sum += std::exp(-(x * x + y * y) / 2) * call(two, d * x + e * y - g[2][2] / 2, rest, 3 * w);
    }
  }
  return sum * step * step / (2 * M_PI) / 3;
}

Table scaled(const Gram& g, const Rational& sigma) {
  Table t;
  for (const auto& row : g) {
    t.emplace_back();
    for (const Rational& x : row) t.back().push_back(real(x / (sigma * sigma)));
  }
  return t;
}

// The covariances once the rows of one t mod bins are averaged.
Table averaged(const Toeplitz& m, std::size_t bins, double sigma) {
  Table mean(bins, std::vector<double>(bins, 0));
  for (std::size_t t = 0; t < static_cast<std::size_t>(m.iterations); ++t) {
    const std::size_t rows = (static_cast<std::size_t>(m.iterations) - 1 - t % bins) / bins + 1;
    for (std::size_t k = 0; k < m.column.size() && k <= t; ++k) {
      mean[(t - k) % bins][t % bins] += real(m.column[k]) / (sigma * std::sqrt(static_cast<double>(rows)));
    }
  }
  return mean;
}

Table products(const Table& rows) {
  Table g(rows.size(), std::vector<double>(rows.size(), 0));
  for (std::size_t j = 0; j < rows.size(); ++j) {
    for (std::size_t k = 0; k < rows.size(); ++k) {
      for (std::size_t i = 0; i < rows[j].size(); ++i) g[j][k] += rows[j][i] * rows[k][i];
    }
  }
  return g;
}

Rational r(const char* text) { return Rational(text); }

double mean_of(const ConvexLaw& law, bool ratio) {
  double sum = 0;
  for (std::size_t i = 0; i < law.mass.size(); ++i) sum += law.mass[i] * (ratio ? law.position[i] : 1);
  return sum;
}

}  // namespace

TEST_CASE("band: the laws of three bins are next to sums over the plane, on their sides") {
  const Toeplitz m{{1, r("1/2")}, 7, false};
  const Gram g = toeplitz_gram(m.column, m.iterations, 3, false);
  for (const char* sigma : {"2", "4"}) {
    REQUIRE(has_short_band(m, g, r(sigma)));
    const auto below = band_below(m, 3, r(sigma), {.cells = 24, .start_cells = 24, .sums = 800}, Budget());
    const auto above = band_above(g, r(sigma), {.nodes = 40, .sums = 600}, Budget());
    REQUIRE((below && above));
    const Table means = products(averaged(m, 3, real(r(sigma))));
    for (const double eps : {0.5, -0.5, 1.0}) {
      INFO("sigma " << sigma << " eps " << eps);
      const Number number(eps == 0.5 ? "1/2" : eps == 1.0 ? "1" : "-1/2");
      const double truth = three_bins(scaled(g, r(sigma)), std::exp(eps));
      const double coarse = three_bins(means, std::exp(eps));
      const double lo = real(delta_end(*below, number));
      const double hi = real(delta_end(*above, number));
      CHECK(coarse <= truth + 1e-7);
      CHECK(lo <= coarse + 1e-7);
      CHECK(lo >= coarse * 0.95 - 1e-5);
      CHECK(hi >= truth - 1e-7);
    }
  }
}

TEST_CASE("band: covariances of a ring have their own law from above") {
  // rho = 1/2, so that the ring is its own comparison.
  const Gram ring{{9, 6, 6}, {6, 9, 6}, {6, 6, 9}};
  const auto above = band_above(ring, 3, {.nodes = 64, .sums = 1000}, Budget());
  REQUIRE(above);
  CHECK(mean_of(*above, false) >= 1);
  CHECK(mean_of(*above, true) >= 1);
  // Sums go to the points around them with their mean, however far apart the points are.
  const auto coarse = band_above(ring, 3, {.nodes = 64, .sums = 64}, Budget());
  REQUIRE(coarse);
  CHECK(std::fabs(mean_of(*coarse, true) - mean_of(*above, true)) < 1e-6);
  for (const double eps : {0.5, -0.5, 2.0}) {
    const Number number(eps == 0.5 ? "1/2" : eps == 2.0 ? "2" : "-1/2");
    const double truth = three_bins(scaled(ring, 3), std::exp(eps));
    const double hi = real(delta_end(*above, number));
    INFO("eps " << eps << " truth " << truth << " hi " << hi);
    CHECK(hi >= truth - 1e-7);
    CHECK(hi <= truth * 1.01 + 3e-4);
  }
}

TEST_CASE("band: the law from below is that of all cells, one by one") {
  for (const auto& column : {std::vector<Rational>{1, r("1/2")}, std::vector<Rational>{1, r("1/2"), r("1/3")},
                             std::vector<Rational>{1, r("1/3"), 0, r("1/4")}}) {
    const Toeplitz m{column, 16, true};
    const auto bins = static_cast<long>(2 * column.size() - 1);
    const auto size = static_cast<std::size_t>(bins);
    const auto law = band_below(m, bins, 1, {.cells = 2, .start_cells = 3, .sums = 2048}, Budget());
    REQUIRE(law);
    const double norm = std::sqrt([&] {
      double sum = 0;
      for (const Rational& c : column) sum += real(c) * real(c);
      return sum;
    }());
    const Table a = averaged(m, size, norm);
    const auto mass = [](long cells, long cell, double shift) {
      const auto ends = band_cells(cells);
      const double low = cell == 0 ? 0 : phi(real(ends[static_cast<std::size_t>(cell - 1)]) - shift);
      return (cell == cells - 1 ? 1 : phi(real(ends[static_cast<std::size_t>(cell)]) - shift)) - low;
    };
    const auto cells_of = [&](std::size_t i) { return i + 1 < column.size() ? 3L : 2L; };
    double all = 0;
    long combinations = 1;
    for (std::size_t i = 0; i < size; ++i) combinations *= cells_of(i);
    for (long n = 0; n < combinations; ++n) {
      double weight = 1;
      std::vector<double> ratio(size, 1);
      long left = n;
      for (std::size_t i = 0; i < size; ++i) {
        const long cell = left % cells_of(i);
        left /= cells_of(i);
        const double plain = mass(cells_of(i), cell, 0);
        weight *= plain;
        for (std::size_t j = 0; j < size; ++j) ratio[j] *= mass(cells_of(i), cell, a[j][i]) / plain;
      }
      double mean = 0;
      for (const double x : ratio) mean += x / static_cast<double>(bins);
      all += weight * std::max(0.0, mean - std::exp(0.25));
    }
    const double lo = real(delta_end(*law, Number("1/4")));
    INFO("length " << column.size() << " all " << all << " lo " << lo);
    CHECK(lo <= all + 1e-12);
    CHECK(lo >= all * 0.999);
    CHECK(mean_of(*law, false) <= 1);
    CHECK(mean_of(*law, true) <= mean_of(*law, false));
  }
}

TEST_CASE("band: the bracket is inside the one of blocks and classes") {
  const Toeplitz m{{1, r("1/2")}, 12, true};
  const Gram g = toeplitz_gram(m.column, 12, 4, true);
  const auto old = matrix_gaussian::delta({g, 2, Direction::add}, Number("1/2"), {1, false}, Budget());
  const auto now = matrix_gaussian::delta({g, 2, Direction::add, m}, Number("1/2"), {1, false}, Budget());
  CHECK(old.lo <= now.lo);
  CHECK(now.lo < now.hi);
  CHECK(now.hi <= old.hi);
  CHECK(now.by.lower_band);
  CHECK(now.by.upper_band);
}

TEST_CASE("band: epsilon inverts delta along the band", "[.long]") {
  const Toeplitz m{{1, r("1/2")}, 15, true};
  const matrix_gaussian::Mechanism mechanism{toeplitz_gram(m.column, 15, 5, true), 2, Direction::add, m};
  const auto delta = matrix_gaussian::delta(mechanism, Number::ln(2), {1, false}, Budget());
  REQUIRE((delta.by.lower_band && delta.by.upper_band));
  const auto eps = matrix_gaussian::epsilon(mechanism, Number(delta.hi), {1, false}, Budget());
  CHECK(std::fabs(real(eps.hi) - std::log(2.0)) < 1e-8);
}

TEST_CASE("band: where it is not tried, and where time ends") {
  const auto tried = [](const std::vector<Rational>& column, long iterations, long bins, const Rational& sigma) {
    const Toeplitz m{column, iterations, false};
    return has_short_band(m, toeplitz_gram(column, iterations, bins, false), sigma);
  };
  CHECK(tried({1, 1}, 8, 3, 2));
  CHECK(tried({1, 1, 1, 1}, 16, 16, 1));
  CHECK_FALSE(tried({1}, 8, 4, 1));
  CHECK_FALSE(tried({1, 1}, 8, 2, 2));
  CHECK_FALSE(tried({1, 1, 1, 1, 1}, 90, 9, 2));
  CHECK_FALSE(tried({1, 1}, 130, 65, 1));
  CHECK_FALSE(tried({1, 1}, 8, 4, r("1/10")));
  CHECK_FALSE(tried({1, 1}, 8, 4, 1000));
  const Budget none(std::chrono::duration<double>{0});
  const Toeplitz m{{1, 1}, 8, false};
  CHECK_FALSE(band_below(m, 4, 1, band_effort(m, 4), none));
  CHECK_FALSE(band_above(toeplitz_gram(m.column, 8, 4, false), 1, band_effort(m, 4), none));
}
