#include "exact/series.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"
#include "support/random.hpp"

using namespace hallmark;

namespace {

std::vector<Ball> balls(const std::vector<Rational>& a, long bits) {
  std::vector<Ball> r;
  for (const Rational& x : a) r.emplace_back(x, bits);
  return r;
}

// One factor after another.
std::vector<Rational> by_repetition(const std::vector<Rational>& a, long t) {
  std::vector<Rational> r(a.size());
  r[0] = 1;
  for (long i = 0; i < t; ++i) {
    std::vector<Rational> next(a.size());
    for (std::size_t n = 0; n < a.size(); ++n) {
      for (std::size_t j = 0; j <= n; ++j) next[n] += a[j] * r[n - j];
    }
    r = next;
  }
  return r;
}

}  // namespace

TEST_CASE("series: both routes equal repeated multiplication, balls contain it") {
  test::Random random(7);
  INFO("seed " << random.seed());
  const Budget unlimited;
  for (int i = 0; i < test::repetitions(40); ++i) {
    const auto size = static_cast<std::size_t>(random.between(1, 12));
    const long t = random.between(1, 9);
    std::vector<Rational> a;
    for (std::size_t j = 0; j < size; ++j) a.push_back(Rational(random.between(-5, 5)) / random.between(1, 7));
    if (a[0].sign() == 0) a[0] = 1;
    const auto truth = by_repetition(a, t);
    CHECK(series_power_by_recurrence(a, t) == truth);
    CHECK(series_power_by_squaring(a, t) == truth);
    const auto miller = series_power_by_recurrence(balls(a, 128), t, unlimited);
    const auto squaring = series_power_by_squaring(balls(a, 128), t, unlimited);
    REQUIRE((miller && squaring));
    for (std::size_t n = 0; n < size; ++n) {
      CHECK((*miller)[n].contains(truth[n]));
      CHECK((*squaring)[n].contains(truth[n]));
    }
  }
}

TEST_CASE("series: large t, wide coefficients, both routes overlap and keep their digits") {
  const Budget unlimited;
  std::vector<Ball> a;
  Ball factorial(1, 192);
  for (long p = 0; p <= 150; ++p) {  // M_p / p! of a lognormal with s = 1
    if (p > 0) factorial = factorial * p;
    a.push_back(exp(Ball(Rational(p * (p - 1)) / 2, 192)) / factorial);
  }
  for (const long t : {1000L, 1'000'000L, 1'000'000'000'000'000L}) {
    const auto miller = series_power_by_recurrence(a, t, unlimited);
    const auto squaring = series_power_by_squaring(a, t, unlimited);
    REQUIRE((miller && squaring));
    for (std::size_t n = 0; n <= 150; ++n) {
      CHECK(arb_overlaps((*miller)[n].raw(), (*squaring)[n].raw()) != 0);
      CHECK((*miller)[n].relative_bits() > 160);
      CHECK((*squaring)[n].relative_bits() > 120);
    }
  }
}

TEST_CASE("series: powers in integer units enclose the truth, and to as many places as units have") {
  test::Random random(14);
  INFO("seed " << random.seed());
  const Budget unlimited;
  for (int i = 0; i < test::repetitions(30); ++i) {
    const auto size = static_cast<std::size_t>(random.between(1, 9));
    const long t = random.between(1, 12);
    std::vector<Rational> a;
    for (std::size_t j = 0; j < size; ++j) a.push_back(Rational(random.between(0, 5)) / 50);
    const auto truth = by_repetition(a, t);
    const auto found = series_power_by_integers(balls(a, 128), t, unlimited);
    REQUIRE(found);
    for (std::size_t n = 0; n < size; ++n) {
      CHECK((*found)[n].contains(truth[n]));
      CHECK(less((*found)[n] - Ball(truth[n], 256), pow(Rational(2), -115)) == Truth::yes);
      CHECK(less(Ball(truth[n], 256) - (*found)[n], pow(Rational(2), -115)) == Truth::yes);
    }
  }
  CHECK_THROWS_AS(series_power_by_integers({Ball(Rational("-1/2"), 64)}, 2, unlimited), InputError);
}

TEST_CASE("series: the budget ends the work, bad input is refused") {
  const Budget spent(std::chrono::duration<double>(-1));
  const std::vector<Ball> a(100, Ball(1, 64));
  CHECK_FALSE(series_power_by_recurrence(a, 5, spent));
  CHECK_FALSE(series_power_by_squaring(a, 5, spent));
  const Budget unlimited;
  CHECK_THROWS_AS(series_power_by_recurrence({Rational(0), Rational(1)}, 2), InputError);
  CHECK_THROWS_AS(series_power_by_recurrence({Rational(1)}, 0), InputError);
  CHECK_THROWS_AS(series_power_by_squaring(std::vector<Rational>{}, 2), InputError);
  CHECK_THROWS_AS(series_power_by_recurrence({Ball(0, 64)}, 2, unlimited), InputError);
  CHECK_THROWS_AS(series_power_by_squaring(std::vector<Ball>{}, 2, unlimited), InputError);
}
