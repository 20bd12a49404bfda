#include "bounds/batch/batch.hpp"

#include <catch2/catch.hpp>

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
