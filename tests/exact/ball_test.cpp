#include "exact/ball.hpp"

#include <catch2/catch.hpp>
#include <cmath>

#include "exact/ball_vector.hpp"
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

TEST_CASE("operations in place contain the exact result and widen to the larger precision") {
  test::Random random(2);
  INFO("HALLMARK_SEED base, seed " << random.seed());
  for (int i = 0; i < test::repetitions(300); ++i) {
    const Rational x(random.fraction(-5, 5, 1000));
    const Rational y(random.fraction(1, 9, 1000));
    const Rational z(random.fraction(-3, 3, 1000));
    for (long bits : {2L, 30L, 64L, 200L}) {
      const Ball a(x, bits);
      const Ball b(y, bits + 16);
      const auto after = [&](auto change) {
        Ball r(z, bits);
        change(r);
        return r;
      };
      CHECK(after([&](Ball& r) { r += a; }).contains(z + x));
      CHECK(after([&](Ball& r) { r -= b; }).contains(z - y));
      CHECK(after([&](Ball& r) { r *= b; }).contains(z * y));
      CHECK(after([&](Ball& r) { r /= b; }).contains(z / y));
      CHECK(after([&](Ball& r) { r *= -7; }).contains(z * -7));
      CHECK(after([&](Ball& r) { r /= 7UL; }).contains(z / 7));
      CHECK(after([&](Ball& r) { r *= r; }).contains(z * z));
      CHECK(after([&](Ball& r) { r.set_product(a, b); }).contains(x * y));
      CHECK(after([&](Ball& r) { r.set_product(a, -3); }).contains(x * -3));
      CHECK(after([&](Ball& r) { r.set_quotient(a, 3); }).contains(x / 3));
      CHECK(after([&](Ball& r) { r.add_product(a, b); }).contains(z + x * y));
      CHECK(after([&](Ball& r) { r.mul_2exp(-3); }).contains(z / 8));
      const Ball wide = after([&](Ball& r) { r.widen(b); });
      CHECK((wide.contains(z + y) && wide.contains(z - y)));
      CHECK(after([&](Ball& r) { r += b; }).bits() == bits + 16);
      CHECK(after([&](Ball& r) { r.set_product(b, 3); }).bits() == bits + 16);
      CHECK(less_equal(a, abs_upper_end(a)) == Truth::yes);
      CHECK(less_equal(-a, abs_upper_end(a)) == Truth::yes);
    }
  }
  CHECK(std::abs(centre_quotient(Ball(1, 64), Ball(3, 64)) - 1.0 / 3) < 1e-16);
  const Ball tiny(pow(Rational(10), -400), 64);
  CHECK(std::abs(centre_quotient(tiny, 3 * tiny) - 1.0 / 3) < 1e-16);
  CHECK(Ball(0, 64).is_zero());
  CHECK_FALSE(Ball::anything(64).is_bounded());
  CHECK((1 / Ball(0, 64)).is_plus_infinity() == false);
}

TEST_CASE("sums of products that are rounded once") {
  const BallVector a(std::vector<Ball>{Ball(2, 64), Ball(3, 64), Ball(5, 64)});
  BallVector b(4);
  for (long i = 0; i < 4; ++i) b.set(i, Ball(10 * (i + 1), 64));
  CHECK(BallVector::convolution(a, 0, b, 3, 3, 64).contains(2 * 40 + 3 * 30 + 5 * 20));
  CHECK(BallVector::convolution(a, 1, b, 1, 2, 64).contains(3 * 20 + 5 * 10));
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
