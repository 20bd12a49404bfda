// The least eps of the privacy blanket and of approximate randomizers against a scan in doubles; where a half-space decides.

#include <catch2/catch.hpp>
#include <cmath>

#include "claim.hpp"
#include "exact_text.hpp"
#include "shuffle/clones_sum.hpp"

namespace hallmark::check::test {
namespace {

const std::string witness = "method formula\nbits 128\n";
constexpr int steps = 400;  // of a scan from 0 to eps0

double hoeffding(double n, double e, double eps) {
  const double w = std::exp(eps);
  const double range = (w + 1) * (e - 1 / e);
  const double a = w - 1;
  return e / n * range * range / (4 * a) * std::pow(1 - (1 - std::exp(-2 * a * a / (range * range))) / e, n);
}

double bennett(double n, double e, double eps) {
  const double w = std::exp(eps);
  const double b = e - w / e;
  const double c = e * (w * w + 1) - 2 * w / (e * e * e);
  const double u = (w - 1) * b / c;
  const double phi = (1 + u) * std::log1p(u) - u;
  return e / n * b / std::log1p(u) * std::pow(1 - (1 - std::exp(-c / (b * b) * phi)) / e, n);
}

double approximate(double n, double e, double eps) {
  const Number at{Number::Kind::rational, Rational(Integer(std::llround(eps * 1e6)), 1'000'000)};
  const Number eps0{Number::Kind::rational, Rational(Integer(std::llround(std::log(e))))};
  const double pair = mpfr_get_d(clones_delta(std::llround(n), eps0, at, {64, 40}).lo(), MPFR_RNDN);
  return pair + (std::exp(eps) + 1) * std::ldexp(1, -30) * (1 / (e + 1) + (n - 1) * (e + 2) / (e * (e + 1)));
}

/// The first step j of the scan at which the bound is at most delta; steps where none is.
int first_step(double (*bound)(double, double, double), double n, double eps0, double delta) {
  int j = 1;
  while (j < steps && bound(n, std::exp(eps0), eps0 * j / steps) > delta) ++j;
  return j;
}

bool proves(const Quantity& q, Relation relation, const Rational& value) {
  return attempt(q, relation, {Number::Kind::rational, value}, witness).verified;
}

}  // namespace

TEST_CASE("the least eps of bounds that are inverted lies where a scan finds it, and nowhere else") {
  const std::pair<std::string, double (*)(double, double, double)> forms[] = {
      {"shuffle.epsilon.bbgn19-hoeffding", hoeffding},
      {"shuffle.epsilon.bbgn19-bennett", bennett},
      {"clones.epsilon.approximate", approximate}};
  int inside = 0;
  for (const auto& [id, bound] : forms) {
    const bool pure = id != "clones.epsilon.approximate";
    for (const int eps0 : {1, 2, 3}) {
      for (const int n : {1000, 20'000}) {
        const int bits = 12;
        Parameters parameters{{"delta", {Number::Kind::rational, Rational(1, 1 << bits)}},
                              {"eps0", {Number::Kind::rational, Rational(eps0)}},
                              {"n", {Number::Kind::rational, Rational(n)}}};
        if (!pure) parameters["delta0"] = {Number::Kind::rational, Rational(1, 1 << 30)};
        const Quantity q = quantity_of(id, parameters);
        const int j = first_step(bound, n, eps0, std::ldexp(1, -bits));
        CAPTURE(id, eps0, n, j);
        if (!pure && j == steps) continue;
        inside += j < steps ? 1 : 0;
        const Rational above(eps0 * j, steps);
        CHECK(proves(q, Relation::less_equal, above));
        CHECK(proves(q, Relation::greater, Rational(eps0 * (j - 1), steps)));
        CHECK_FALSE(proves(q, Relation::less_equal, Rational(eps0 * (j - 1), steps)));
        CHECK_FALSE(proves(q, Relation::greater_equal, Rational(eps0 * (j + 1), steps)));
        CHECK(proves(q, Relation::greater_equal, Rational(0)) == true);
        CHECK_FALSE(proves(q, Relation::less, Rational(0)));
      }
    }
  }
  CHECK(inside >= 10);
}

TEST_CASE("a bound that falls below delta and rises above it again proves no lower end beyond the first place") {
  const Quantity q =
      quantity_of("clones.epsilon.approximate", {{"delta", {Number::Kind::rational, Rational(1, 4096)}},
                                                 {"delta0", {Number::Kind::rational, Rational(1, 4'000'000)}},
                                                 {"eps0", {Number::Kind::rational, Rational(3)}},
                                                 {"n", {Number::Kind::rational, Rational(1000)}}});
  CHECK(proves(q, Relation::less_equal, Rational(3, 2)));
  CHECK_FALSE(proves(q, Relation::less_equal, Rational(29, 10)));  // the slack alone is above delta there
  CHECK_FALSE(proves(q, Relation::greater_equal, Rational(29, 10)));
}

TEST_CASE("a half-space decides from where its two sides meet in doubles, near and far") {
  const auto gap = [](double sigma, double t, double eps) {
    const double six = (eps + std::log(2.0) + t * std::log(t)) * sigma / std::sqrt(t) + std::sqrt(t) / (2 * sigma);
    const double seven = eps * sigma - 1 / (2 * sigma);
    return std::log(std::erfc(six / std::sqrt(2.0))) - std::log(std::erfc(seven / std::sqrt(2.0))) - std::log(2.0);
  };
  for (const double sigma : {0.5, 1.0, 2.0}) {
    for (const int t : {2, 10}) {
      int j = 1;
      while (gap(sigma, t, j / 8.0) < 0) ++j;
      const Quantity q = quantity_of(
          "batch.half-space-eps1", {{"sigma", {Number::Kind::rational, Rational(Integer(std::llround(2 * sigma)), 2)}},
                                    {"steps", {Number::Kind::rational, Rational(t)}}});
      CAPTURE(sigma, t, j);
      CHECK(proves(q, Relation::less, Rational(j, 8)));
      CHECK(proves(q, Relation::greater, Rational(j - 1, 8)));
      CHECK_FALSE(proves(q, Relation::less_equal, Rational(j - 1, 8)));
      CHECK_FALSE(proves(q, Relation::greater_equal, Rational(j, 8)));
    }
  }
  // The two ways to a far tail meet where the second one begins: x7 is 1000 near eps = 1000.
  const Quantity far = quantity_of("batch.half-space-eps1", {{"sigma", {Number::Kind::rational, Rational(1)}},
                                                             {"steps", {Number::Kind::rational, Rational(10368)}}});
  CHECK(proves(far, Relation::greater, Rational(990)));
  CHECK(proves(far, Relation::less, Rational(1010)));
}

TEST_CASE("moments of batches under replace-one are those of an integral in doubles") {
  for (const int alpha : {2, 3, 8}) {
    for (const double sigma : {1.0, 2.0}) {
      const double q = 1.0 / 16;
      const auto side = [&](double y) { return 1 - q + q * std::exp(y / sigma - 1 / (2 * sigma * sigma)); };
      double sum = 0;
      constexpr double h = 1.0 / 64;
      for (double y = -20; y <= 40; y += h) {
        sum += h * std::exp(-y * y / 2) * std::pow(side(y), alpha) * std::pow(side(-y), 1 - alpha);
      }
      const double divergence = std::log(sum / std::sqrt(2 * std::acos(-1.0))) / (alpha - 1);
      Quantity one = quantity_of("poisson-gaussian.renyi",
                                 {{"alpha", {Number::Kind::rational, Rational(alpha)}},
                                  {"rate", {Number::Kind::rational, Rational(1, 16)}},
                                  {"sigma", {Number::Kind::rational, Rational(Integer(std::llround(sigma)))}},
                                  {"steps", {Number::Kind::rational, Rational(1)}}});
      one.adjacency = Adjacency::replace_one;
      const auto scaled = [&](double x) { return Rational(Integer(std::llround(x * 1e12)), 1'000'000'000'000); };
      const auto proved_by_moments = [&](Relation relation, const Rational& value) {
        return attempt(one, relation, {Number::Kind::rational, value}, "method moments\nbits 128\n").verified;
      };
      CAPTURE(alpha, sigma, divergence);
      CHECK(proved_by_moments(Relation::greater, scaled(divergence * (1 - 1e-8))));
      CHECK(proved_by_moments(Relation::less, scaled(divergence * (1 + 1e-8))));
      CHECK_FALSE(proved_by_moments(Relation::less_equal, scaled(divergence * (1 - 1e-8))));
    }
  }
}

}  // namespace hallmark::check::test
