#include "bounds/batch/batch.hpp"

#include <catch2/catch.hpp>

#include "bounds/batch/crossing.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/batch/substitution.hpp"
#include "bounds/registry.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

using namespace hallmark;

namespace {

// (1/2) Phi(x6) and Phi(x7), as printed.
std::pair<Ball, Ball> sides(const Rational& sigma, long steps, const Rational& eps, long bits) {
  const Ball s(sigma, bits);
  const Ball t(steps, bits);
  const Ball e(eps, bits);
  return {normal_cdf(-(e + log(Ball(2, bits)) + t * log(t)) * s / sqrt(t) - sqrt(t) / (2 * s)) / 2,
          normal_cdf(1 / (2 * s) - e * s)};
}

}  // namespace

TEST_CASE("batch: half-space eps1 is where the two sides meet") {
  for (const char* sigma : {"3/10", "1/2", "1", "4"}) {
    for (const long steps : {2L, 10L, 300L}) {
      INFO("sigma=" << sigma << " steps=" << steps);
      const Inversion i = batch::half_space_eps1({Number(sigma), steps}, 12);
      REQUIRE(i.reached);
      const auto below = sides(Rational(sigma), steps, i.bracket.lo, 400);
      const auto above = sides(Rational(sigma), steps, i.bracket.hi, 400);
      CHECK(less(below.first, below.second) == Truth::yes);
      CHECK(less_equal(above.second, above.first) == Truth::yes);
      const auto before = sides(Rational(sigma), steps, i.bracket.lo / 3, 400);
      CHECK(less(before.first, before.second) == Truth::yes);
    }
  }
  const Inversion printed = batch::half_space_eps1({1, 10}, 16);
  CHECK(printed.bracket.lo > Rational("14.0874112841781"));
  CHECK(printed.bracket.hi < Rational("14.0874112851784"));
}

TEST_CASE("batch: extremes and bad input") {
  for (const char* sigma : {"1e-30", "1e30"}) {
    for (const long steps : {2L, 1'000'000'000'000'000L}) {
      INFO("sigma=" << sigma << " steps=" << steps);
      CHECK(batch::half_space_eps1({Number(sigma), steps}, 10).reached);
    }
  }
  CHECK_THROWS_AS(batch::half_space_eps1({0, 10}, 10), InputError);
  CHECK_THROWS_AS(batch::half_space_eps1({1, 1}, 10), InputError);
  const Entry& e = entry("batch.half-space-eps1");
  CHECK_THROWS_AS(evaluate(e, e.arguments({{"sigma", "1"}, {"steps", "1"}}), {.budget = {}}), InputError);
}

TEST_CASE("batch: one crossing, at the settings of Conjecture 4.3") {
  struct Setting {
    const char* sigma;
    long steps;
    const char* lo;
    const char* hi;
  };
  for (const Setting& x : {Setting{"3/10", 10, "9.540363", "9.540573"}, Setting{"1/2", 10, "7.701252", "7.701473"},
                           Setting{"1", 10, "7.699262", "7.699478"}, Setting{"1/2", 100, "15.1211", "15.1329"}}) {
    INFO("sigma=" << x.sigma << " steps=" << x.steps);
    const batch::Crossing c = batch::crossing({Number(x.sigma), x.steps}, 5);
    CHECK(c.unique);
    CHECK(c.reached);
    CHECK(c.lo > Rational(x.lo));
    CHECK(c.hi < Rational(x.hi));
    const auto poisson = [&](const Rational& eps) {
      return poisson_gaussian::delta({.eps = eps,
                                      .rate = Rational(1) / x.steps,
                                      .sigma = Number(x.sigma),
                                      .steps = x.steps,
                                      .direction = Direction::both},
                                     4);
    };
    const Rational before = c.lo * Rational("9/10");
    const Rational after = c.hi * Rational("11/10");
    CHECK(gaussian::delta({Number(x.sigma), before}, 128).lower() > poisson(before).hi);
    CHECK(gaussian::delta({Number(x.sigma), after}, 128).upper() < poisson(after).lo);
  }
  const batch::Crossing stopped = batch::crossing({1, 10}, 5, Budget(std::chrono::duration<double>(-1)));
  CHECK_FALSE(stopped.unique);
  CHECK(stopped.lo.sign() == 0);
}

TEST_CASE("batch: substitution by group privacy") {
  const poisson_gaussian::Mechanism x{Number("1/100"), 1, 100};
  const Inversion i = poisson_gaussian::epsilon_substitution_upper(x, Number("1e-5"), 4);
  REQUIRE(i.reached);
  const auto product = [&](const Rational& eps) {
    const auto d = poisson_gaussian::delta(
        {.eps = eps, .rate = x.rate, .sigma = x.sigma, .steps = x.steps, .direction = Direction::both}, 8);
    return Ball::between(d.lo, d.hi, 128) * (1 + exp(Ball(eps, 128)));
  };
  CHECK(less_equal(product(i.bracket.hi / 2), Rational("1e-5")) == Truth::yes);
  CHECK(less(Ball(Rational("1e-5"), 128), product(i.bracket.lo / 2)) == Truth::yes);
  CHECK(less(Ball(Rational("1e-5"), 128), product(i.bracket.lo / 4)) == Truth::yes);
  CHECK(poisson_gaussian::epsilon_substitution_upper(x, 1, 4).bracket.hi.sign() == 0);
  CHECK_THROWS_AS(poisson_gaussian::epsilon_substitution_upper(x, 0, 4), InputError);
  CHECK_THROWS_AS(poisson_gaussian::epsilon_substitution_upper({Number("1/2"), 0, 1}, Number("1e-5"), 4), InputError);
}

TEST_CASE("batch: what a spent budget leaves is proved") {
  const Budget spent(std::chrono::duration<double>(-1));
  for (const char* sigma : {"1e-30", "2/5", "1", "1e30"}) {
    for (const long steps : {2L, 10L, 10'000L, 1'000'000'000'000L}) {
      INFO("sigma=" << sigma << " steps=" << steps);
      const Inversion all = batch::half_space_eps1({Number(sigma), steps}, 6);
      const Inversion stopped = batch::half_space_eps1({Number(sigma), steps}, 6, spent);
      CHECK_FALSE(stopped.reached);
      CHECK(stopped.bracket.lo.sign() == 0);
      CHECK(stopped.bracket.hi > all.bracket.lo);
    }
  }
  CHECK(batch::crossing({Number("2/5"), 10'000}, 5, spent).hi > Rational(1249));
  for (const char* sigma : {"1/20", "3/10", "1", "5"}) {
    for (const char* delta : {"1e-30", "1e-6", "9/10"}) {
      INFO("sigma=" << sigma << " delta=" << delta);
      const Inversion stopped =
          poisson_gaussian::epsilon_substitution_upper({1, Number(sigma), 40}, Number(delta), 4, spent);
      CHECK(stopped.bracket.lo.sign() == 0);
      const Rational eps = stopped.bracket.hi / 2;
      const Ball product = gaussian::delta({Number(sigma), eps, 40}, 4096) * (1 + exp(Ball(eps, 4096)));
      CHECK(less_equal(product, Rational(delta)) == Truth::yes);
    }
  }
  // delta is 1/2 up to eps of about 1/(2 sigma^2), too far for a search by doubling.
  const Inversion far =
      poisson_gaussian::epsilon_substitution_upper({Number("1/2"), Number("1e-200"), 1}, Number("1e-6"), 4);
  CHECK(far.bracket.hi > Rational("99/100") * pow(Rational(10), 400));
}
