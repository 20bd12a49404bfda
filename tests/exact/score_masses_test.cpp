#include "exact/score_masses.hpp"

#include <catch2/catch.hpp>

using namespace hallmark;

namespace {

std::vector<Ball> thirds() {
  const Rational third = Rational(1) / 3;
  return {Ball(third, 128), Ball(third, 128), Ball(third, 128)};
}

// The number of ways in which `count` scores in 0..2 add up to j, over 3^count.
Rational truth(long count, long j) {
  std::vector<Rational> now{1};
  for (long i = 0; i < count; ++i) {
    std::vector<Rational> next(now.size() + 2, Rational(0));
    for (std::size_t a = 0; a < now.size(); ++a) {
      for (std::size_t b = 0; b < 3; ++b) next[a + b] += now[a] / 3;
    }
    now = std::move(next);
  }
  return j < 0 || j >= static_cast<long>(now.size()) ? Rational(0) : now[static_cast<std::size_t>(j)];
}

}  // namespace

TEST_CASE("score masses: sums of scores on both sides of brute force, with tails cut off") {
  const Rational unit = pow(Rational(2), 64);
  for (const long count : {1L, 2L, 5L, 11L}) {
    for (const long tail : {4L, 10L, 70L}) {
      const auto low = ScoreMasses(-1, thirds(), Rounding::down, 64).power(count, tail, 1000, {});
      const auto high = ScoreMasses(-1, thirds(), Rounding::up, 64).power(count, tail, 1000, {});
      REQUIRE(low.has_value());
      REQUIRE(high.has_value());
      Rational short_by = 0;
      Rational kept = 0;
      for (long j = -1; j <= 2 * count + 1; ++j) {
        const Rational exact = truth(count, j);
        CHECK(integer(low->at(j - count)) / unit <= exact);
        const Rational above = integer(high->at(j - count)) / unit;
        kept += integer(low->at(j - count)) / unit;
        if (above < exact) short_by += exact - above;
      }
      CHECK(short_by <= high->missing() / unit);
      CHECK(kept >= 1 - pow(Rational("1/2"), tail) - Rational("1e-15"));
      if (tail == 70) CHECK(short_by == 0);
    }
  }
}

TEST_CASE("score masses: a law of more scores than allowed is none") {
  CHECK(!ScoreMasses(0, thirds(), Rounding::down, 64).power(1000, 70, 100, {}).has_value());
}
