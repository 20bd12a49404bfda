#include "bounds/matrix/matrix_gaussian.hpp"

#include <catch2/catch.hpp>
#include <chrono>
#include <cmath>
#include <string>

#include "bounds/allocation/convex_profile.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/matrix/comparison.hpp"
#include "bounds/registry.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

using namespace hallmark;
using namespace hallmark::matrix;

namespace {

using Rows = std::vector<std::vector<Rational>>;

// The Gram matrix from its definition: C times the indicator of each bin.
Gram plain_gram(const Rows& dense, long bins) {
  const std::size_t n = dense.size();
  const auto b = static_cast<std::size_t>(bins);
  Rows means(b, std::vector<Rational>(n, Rational(0)));
  for (std::size_t t = 0; t < n; ++t) {
    for (std::size_t i = 0; i < n; ++i) means[i % b][t] += dense[t][i];
  }
  Gram g(b, std::vector<Rational>(b, Rational(0)));
  for (std::size_t j = 0; j < b; ++j) {
    for (std::size_t k = 0; k < b; ++k) {
      for (std::size_t t = 0; t < n; ++t) g[j][k] += means[j][t] * means[k][t];
    }
  }
  return g;
}

Rows toeplitz(const std::vector<Rational>& column, long n) {
  const auto size = static_cast<std::size_t>(n);
  Rows dense(size, std::vector<Rational>(size, Rational(0)));
  for (std::size_t t = 0; t < size; ++t) {
    for (std::size_t i = t + 1; i-- > 0 && t - i < column.size();) dense[t][i] = column[t - i];
  }
  return dense;
}

Answer ask(const std::string& id, const ParameterTexts& texts) {
  const Entry& e = entry(id);
  return evaluate(e, e.arguments(texts), {.default_effort = true, .budget = Budget()});
}

Rational r(const char* text) { return Rational(text); }

// H_w of two bins of variances a, b and covariance c, by cells of the two normal variables: sums over a grid of 8
// deviations, in floating point. For comparison at 10^-4.
double two_bins(double a, double b, double c, double w, bool remove) {
  const double l = std::sqrt(a);
  const double m = c / l;
  const double rest = std::sqrt(std::max(0.0, b - m * m));
  double sum = 0;
  constexpr int parts = 600;
  const double step = 16.0 / parts;
  for (int i = 0; i < parts; ++i) {
    const double x = -8 + (i + 0.5) * step;
    for (int j = 0; j < parts; ++j) {
      const double y = -8 + (j + 0.5) * step;
      const double ratio = (std::exp(l * x - a / 2) + std::exp(m * x + rest * y - b / 2)) / 2;
      sum += std::exp(-(x * x + y * y) / 2) * std::max(0.0, remove ? ratio - w : 1 - w * ratio);
    }
  }
  return sum * step * step / (2 * M_PI);
}

}  // namespace

TEST_CASE("matrix-gaussian: Gram matrices are those of the definition") {
  const std::vector<Rational> column{1, r("1/2"), r("1/3"), 0, r("2/7")};
  for (const long n : {5L, 8L, 13L}) {
    for (const long bins : {1L, 2L, 3L, 5L, 7L, 16L}) {
      INFO("n=" << n << " bins=" << bins);
      const Rows dense = toeplitz(column, n);
      CHECK(toeplitz_gram(column, n, bins, false) == plain_gram(dense, bins));
      Rows lower;
      for (std::size_t t = 0; t < dense.size(); ++t) {
        const std::size_t from = t >= 4 ? t - 4 : 0;  // rows may be banded
        lower.emplace_back(dense[t].begin() + static_cast<long>(from), dense[t].begin() + static_cast<long>(t) + 1);
      }
      CHECK(table_gram(lower, n, bins, false) == plain_gram(dense, bins));
      CHECK(table_gram(lower, n, bins, true) == toeplitz_gram(column, n, bins, true));
    }
  }
}

TEST_CASE("matrix-gaussian: many iterations add as many periods") {
  const std::vector<Rational> column{1, r("1/2"), r("1/3"), 0, r("2/7")};
  for (const long bins : {1L, 3L, 7L}) {
    const Gram few = toeplitz_gram(column, 40, bins, false);
    const Gram more = toeplitz_gram(column, 40 + bins, bins, false);
    constexpr long periods = 1'000'000'000'000;
    const Gram many = toeplitz_gram(column, 40 + bins * periods, bins, false);
    CHECK(more == plain_gram(toeplitz(column, 40 + bins), bins));
    for (std::size_t j = 0; j < few.size(); ++j) {
      for (std::size_t k = 0; k < few.size(); ++k) CHECK(many[j][k] - few[j][k] == (more[j][k] - few[j][k]) * periods);
    }
  }
  CHECK_THROWS_AS(toeplitz_gram(std::vector<Rational>(8193, Rational(1)), 10'000, 2, false), InputError);
}

TEST_CASE("matrix-gaussian: the comparisons are above and below every entry, prefix sums too") {
  for (const auto& column : {std::vector<Rational>{1, 1, 1, 1}, std::vector<Rational>{1, r("1/10"), r("1/20")}}) {
    for (const long bins : {2L, 4L, 6L}) {
      const Gram g = toeplitz_gram(column, 12, bins, true);
      for (long m = 1; m <= bins; ++m) {
        if (bins % m == 0) {
          const Star s = star_below(g, m);
          CHECK(s.common.sign() >= 0);
          CHECK(s.block.sign() >= 0);
          CHECK(s.own.sign() >= 0);
          for (long j = 0; j < bins; ++j) {
            for (long k = 0; k < bins; ++k) {
              Rational value = s.common;
              if (j / m == k / m) value += s.block;
              if (j == k) value += s.own;
              CHECK(value <= g[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)]);
            }
          }
        }
        const auto parts = stars_above(g, m);
        Rational shares = 0;
        for (const Part& p : parts) shares += p.share;
        CHECK(shares == Rational(1));
        for (long j = 0; j < bins; ++j) {
          for (long k = j % m; k < bins; k += m) {
            const Star& s = parts[static_cast<std::size_t>(j % m)].star;
            const Rational value = j == k ? Rational(s.common + s.own) : s.common;
            CHECK(value >= g[static_cast<std::size_t>(j)][static_cast<std::size_t>(k)]);
          }
        }
      }
    }
  }
  // The least off-diagonal entry may be above the least diagonal one: 7 and 6 here.
  const Gram sums = toeplitz_gram({1, 1, 1, 1}, 4, 2, false);
  CHECK(sums == Gram{{10, 7}, {7, 6}});
  CHECK(star_below(sums, 1).common == Rational(6));
  CHECK(star_below(sums, 1).own == Rational(0));
}

TEST_CASE("matrix-gaussian: a star has its own law whatever was asked before") {
  const Budget budget;
  const Resolution resolution{.nodes = 64, .smallest_delta = 1e-6};
  StarLaws kept(2, Slope::rising, Side::upper, resolution, budget);
  const std::vector<Star> stars{
      {1, 0, 3, 4, 1}, {2, 0, 3, 4, 1}, {1, 0, 3, 5, 1}, {1, r("1/2"), 3, 2, 2}, {0, 0, 1, 4, 1}};
  for (int again = 0; again < 2; ++again) {
    for (const Star& star : stars) {
      const auto law = kept.of(star);
      const auto alone = StarLaws(2, Slope::rising, Side::upper, resolution, budget).of(star);
      REQUIRE(law);
      REQUIRE(alone);
      CHECK(law->law.position == alone->law.position);
      CHECK(law->law.mass == alone->law.mass);
      CHECK(law->grids == alone->grids);
    }
  }
}

TEST_CASE("matrix-gaussian: two bins by a sum over the plane lie in the bracket") {
  for (const auto& column : {std::vector<Rational>{1}, std::vector<Rational>{1, r("1/2")},
                             std::vector<Rational>{1, 1, 1, 1}, std::vector<Rational>{1, r("1/10"), r("1/20")}}) {
    for (const bool remove : {true, false}) {
      const Gram g = toeplitz_gram(column, 4, 2, false);
      const matrix_gaussian::Mechanism m{g, 2, remove ? Direction::remove : Direction::add};
      const auto found = matrix_gaussian::delta(m, Number("1/2"), {4, true}, Budget());
      const auto at = [&](std::size_t j, std::size_t k) { return binary64(g[j][k] / 4, Rounding::down); };
      const double truth = two_bins(at(0, 0), at(1, 1), at(0, 1), std::exp(0.5), remove);
      INFO(column.size() << (remove ? " remove " : " add ") << truth);
      CHECK(binary64(found.lo, Rounding::down) <= truth + 2e-5);
      CHECK(binary64(found.hi, Rounding::up) >= truth - 2e-5);
    }
  }
}

TEST_CASE("matrix-gaussian: the identity is random allocation, one bin is one Gaussian") {
  for (const Direction d : {Direction::remove, Direction::add}) {
    const matrix_gaussian::Mechanism m{toeplitz_gram({1}, 10, 10, false), 1, d};
    const auto found = matrix_gaussian::delta(m, Number("1/2"), {4, true}, Budget());
    const auto other = allocation::profile_delta({1, 10, 1, d}, Number("1/2"), 4);
    CHECK(found.lo <= other.delta.hi);
    CHECK(other.delta.lo <= found.hi);
    CHECK((found.hi - found.lo) * 1000 < found.hi);
  }
  const matrix_gaussian::Mechanism one{toeplitz_gram({1}, 9, 1, false), 3, Direction::both};
  const auto found = matrix_gaussian::delta(one, Number("1/2"), {4, true}, Budget());
  const Ball whole = gaussian::delta({1, Number("1/2")}, 128);
  CHECK(found.lo <= whole.upper());
  CHECK(whole.lower() <= found.hi);
  CHECK((found.hi - found.lo) * 1000 < found.hi);
}

TEST_CASE("matrix-gaussian: the three settings of the design page, inside its brackets") {
  ParameterTexts p{{"column", "1,1/10,1/20"}, {"normalised", "yes"}, {"sigma", "4"},
                   {"iterations", "100"},     {"bins", "10"},        {"eps", "1/2"},
                   {"direction", "remove"}};
  const Answer band = ask("matrix-gaussian.delta", p);
  CHECK(band.lo >= r("0.00728395"));
  CHECK(band.hi <= r("0.019662"));
  p["column"] = "100 coefficients of (1-x)^(-1/2)";
  p["eps"] = "1";
  const Answer dense = ask("matrix-gaussian.delta", p);
  CHECK(dense.lo >= r("0.20749"));
  CHECK(dense.hi <= r("0.24759"));
  CHECK(dense.lo < r("0.2292"));  // the simulation: 0.2266 +- 0.0026
  CHECK(dense.hi > r("0.2240"));
}

namespace {

void check_inverses(Direction direction, long iterations, long bins) {
  const Gram g = toeplitz_gram({1, r("1/2")}, iterations, bins, true);
  const matrix_gaussian::Mechanism m{g, 2, direction};
  const auto eps = matrix_gaussian::epsilon(m, Number("1e-3"), {4, true}, Budget());
  CHECK(eps.lo < eps.hi);
  CHECK(matrix_gaussian::delta(m, Number(eps.hi), {4, true}, Budget()).lo <= r("1e-3"));
  CHECK(matrix_gaussian::delta(m, Number(eps.lo), {4, true}, Budget()).hi >= r("1e-3"));
  const auto sigma = matrix_gaussian::sigma(m, Number("1"), Number("1e-3"), {3, false}, Budget());
  REQUIRE(sigma.lo.sign() > 0);
  CHECK(sigma.lo < sigma.hi);
  const auto at = [&](const Rational& s) {
    return matrix_gaussian::delta({g, Number(s), direction}, 1, {4, true}, Budget());
  };
  CHECK(at(sigma.hi).lo <= r("1e-3"));
  CHECK(at(sigma.lo).hi >= r("1e-3"));
}

}  // namespace

TEST_CASE("matrix-gaussian: epsilon and sigma invert delta") { check_inverses(Direction::remove, 6, 2); }

TEST_CASE("matrix-gaussian: epsilon and sigma invert delta of both directions", "[.long]") {
  check_inverses(Direction::remove, 20, 5);
  check_inverses(Direction::both, 20, 5);
}

TEST_CASE("matrix-gaussian: sigma is in units of the matrix, and bounded where no law reaches") {
  const auto sigma_of = [](const char* column, const Number& eps, const Number& delta, const Budget& budget) {
    const Gram g = toeplitz_gram({r(column)}, 1, 1, false);
    return matrix_gaussian::sigma({g, 1, Direction::remove}, eps, delta, {3, false}, budget);
  };
  // One bin is one Gaussian: sigma = 3.7306... for eps = 1, delta = 10^-5, times the entry.
  const auto one = sigma_of("1", 1, Number("1e-5"), Budget());
  const auto huge = sigma_of("1e30", 1, Number("1e-5"), Budget());
  CHECK(one.hi > r("3.73"));
  CHECK(huge.hi > r("3.73e30"));
  CHECK(huge.lo < r("3.74e30"));
  CHECK(huge.hi < r("3.8e30"));
  // A delta that rounds to 1 still has an end.
  const Rational next_to_1 = 1 - pow(Rational(10), -300);
  const Budget none(std::chrono::duration<double>{0});
  for (const char* eps : {"0", "1/2"})
    CHECK(sigma_of("1", Number(eps), Number(next_to_1), none).hi <= r("2/5") + r("1e-9"));
  // Nothing but the closed forms: no time.
  for (const char* eps : {"0", "1", "100"}) {
    const auto bounded = sigma_of("1", Number(eps), Number("1e-5"), Budget(std::chrono::milliseconds(0)));
    CHECK(matrix_gaussian::delta({toeplitz_gram({1}, 1, 1, false), Number(bounded.hi), Direction::both}, Number(eps),
                                 {4, true}, Budget())
              .lo <= r("1e-5"));
    CHECK(bounded.hi < r("1e6"));
  }
}

TEST_CASE("matrix-gaussian: what is no such mechanism is refused by name") {
  using Catch::Contains;
  const ParameterTexts good{{"column", "1,1/2"}, {"sigma", "4"}, {"iterations", "4"},
                            {"bins", "2"},       {"eps", "1"},   {"direction", "remove"}};
  const auto with = [&](const char* name, const char* text) {
    ParameterTexts p = good;
    p[name] = text;
    return p;
  };
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", with("column", "1,-1/2")), Contains("C >= 0"));
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", with("column", "0,1")), Contains("positive"));
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", with("column", "1,,2")), Contains("column"));
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", with("column", "1,1,1,1,1")), Contains("iterations"));
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", with("matrix", "1;1,1")), Contains("either column or matrix"));
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", with("sampling", "b-min-separated")), Contains("balls-in-bins"));
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", with("normalised", "maybe")), Contains("yes no"));
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", with("bins", "100000")), Contains("at most 1024"));
  ParameterTexts rows = good;
  rows.erase("column");
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", rows), Contains("either column or matrix"));
  rows["matrix"] = "1;1,1;1,1,1,1;1";
  CHECK_THROWS_WITH(ask("matrix-gaussian.delta", rows), Contains("lower triangular"));
  rows["matrix"] = "1;1/2,1;1/2,1;1/2,1";
  CHECK(ask("matrix-gaussian.delta", rows).lo == ask("matrix-gaussian.delta", good).lo);
}

TEST_CASE("matrix: a moment at infinity stays positive in a mixture, however small it is") {
  const ConvexLaw with{Slope::rising, Side::upper, {1}, {1}, 1e-300};
  const ConvexLaw without{Slope::rising, Side::upper, {1}, {1}, 0};
  const Rational tiny("1e-200");
  CHECK(matrix::mixture({{without, 1 - tiny}, {with, tiny}}).infinity > 0);
  CHECK(matrix::mixture({{without, Rational("1/2")}, {without, Rational("1/2")}}).infinity == 0);
  const double half = matrix::mixture({{with, Rational("1/2")}, {without, Rational("1/2")}}).infinity;
  CHECK(half >= 5e-301);
  CHECK(half <= 5.1e-301);
}
