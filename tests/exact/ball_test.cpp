#include "exact/ball.hpp"

#include <catch2/catch.hpp>

#include "support/random.hpp"

using namespace hallmark;

TEST_CASE("operations contain the exact result at every precision") {
  test::Random random(1);
  INFO("HALLMARK_SEED base, seed " << random.seed());
  for (int i = 0; i < test::repetitions(500); ++i) {
    const Rational x(random.fraction(-5, 5, 1000));
    const Rational y(random.fraction(1, 9, 1000));
    for (long bits : {2L, 5L, 30L, 64L, 200L}) {
      const Ball a(x, bits);
      const Ball b(y, bits);
      CHECK((a + b).contains(x + y));
      CHECK((a - b).contains(x - y));
      CHECK((a * b).contains(x * y));
      CHECK((a / b).contains(x / y));
      CHECK(pow(a, 3UL).contains(x * x * x));
      CHECK(max(a, b).contains(std::max(x, y)));
      CHECK(hull(a, b).contains((x + y) / 2));
      CHECK(a.lower() <= x);
      CHECK(a.upper() >= x);
      CHECK(plus_up_to(a, b).contains(x));
      CHECK(plus_up_to(a, b).contains(x + y));
    }
  }
}

TEST_CASE("two precisions overlap") {
  for (const char* text : {"1/3", "7", "1e-30", "12345.678"}) {
    const Rational x(text);
    const auto overlap = [](const Ball& a, const Ball& b) { return arb_overlaps(a.raw(), b.raw()) != 0; };
    CHECK(overlap(exp(Ball(x, 40)), exp(Ball(x, 300))));
    CHECK(overlap(log(Ball(x, 40)), log(Ball(x, 300))));
    CHECK(overlap(sqrt(Ball(x, 40)), sqrt(Ball(x, 300))));
    CHECK(overlap(expm1(Ball(x, 40)), exp(Ball(x, 300)) - 1));
    CHECK(overlap(log1p(Ball(x, 40)), log(Ball(x, 300) + 1)));
  }
}

TEST_CASE("comparisons have three results") {
  const Ball third = Ball(1, 64) / 3;
  CHECK(less(third, Rational("1/2")) == Truth::yes);
  CHECK(less(third, Rational("1/4")) == Truth::no);
  CHECK(less(third, Rational("1/3")) == Truth::unknown);
  CHECK(less_equal(Ball(1, 64), Rational(1)) == Truth::yes);
  CHECK(less(Ball(1, 64), Rational(1)) == Truth::no);
  CHECK(less(Ball::anything(64), Rational(1)) == Truth::unknown);
  CHECK(is_positive(Ball(0, 64)) == Truth::no);
  CHECK(is_positive(third - Ball(1, 64) / 3) == Truth::unknown);
}

TEST_CASE("numbers too large or small to write down stay outward") {
  Ball huge = exp(Ball(1'000'000'000, 64));
  CHECK_FALSE(huge.is_finite());
  const Ball tiny = 1 / huge;
  REQUIRE(tiny.is_finite());
  CHECK(tiny.lower() == Rational(0));
  CHECK(tiny.upper() > Rational(0));
  CHECK(tiny.to_double_down() == 0);
  CHECK(tiny.to_double_up() > 0);
  CHECK((-tiny).lower() < Rational(0));
  CHECK((-tiny).upper() == Rational(0));
  CHECK_FALSE(Ball::anything(64).is_finite());
  CHECK(clamp(Ball::anything(64), 0, 1).contains(Rational("1/2")));
  CHECK(clamp(Ball::anything(64), 0, 1).lower() > Rational("-1e-6"));  // a ball's radius is rounded outward
}
