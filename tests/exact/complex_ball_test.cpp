#include "exact/complex_ball.hpp"

#include <catch2/catch.hpp>

#include "support/random.hpp"

using namespace hallmark;

TEST_CASE("complex operations, in place or not, contain the exact result") {
  test::Random random(3);
  INFO("HALLMARK_SEED base, seed " << random.seed());
  for (int i = 0; i < test::repetitions(300); ++i) {
    const Rational a(random.fraction(-5, 5, 1000)), b(random.fraction(-5, 5, 1000));
    const Rational c(random.fraction(1, 9, 1000)), d(random.fraction(-3, 3, 1000));
    for (long bits : {2L, 30L, 200L}) {
      const ComplexBall x(Ball(a, bits), Ball(b, bits));
      const ComplexBall y(Ball(c, bits + 16), Ball(d, bits + 16));
      const auto is = [](const ComplexBall& z, const Rational& re, const Rational& im) {
        return z.real().contains(re) && z.imaginary().contains(im);
      };
      const auto after = [&](auto change) {
        ComplexBall r(x);
        change(r);
        return r;
      };
      const Rational norm = c * c + d * d;
      CHECK(is(after([&](ComplexBall& r) { r += y; }), a + c, b + d));
      CHECK(is(after([&](ComplexBall& r) { r *= y; }), a * c - b * d, a * d + b * c));
      CHECK(is(after([&](ComplexBall& r) { r /= y; }), (a * c + b * d) / norm, (b * c - a * d) / norm));
      CHECK(is(after([&](ComplexBall& r) { r.add_product(x, y); }), a + a * c - b * d, b + a * d + b * c));
      CHECK(is(after([&](ComplexBall& r) { r.set_product(y, Ball(3, bits)); }), c * 3, d * 3));
      CHECK(is(after([&](ComplexBall& r) { r.add_imaginary(Ball(c, bits)); }), a, b + c));
      CHECK(is(after([&](ComplexBall& r) { r.mul_i(); }), -b, a));
      CHECK(is(after([&](ComplexBall& r) { r.widen(Ball(1, bits)); }), a - 1, b + 1));
      CHECK(is(-x, -a, -b));
      CHECK(is(conj(x), a, -b));
      CHECK(is(y.rounded(2), c, d));
      CHECK(y.rounded(2).bits() == 2);
      CHECK(real_of_product(x, y).contains(a * c - b * d));
      CHECK(after([&](ComplexBall& r) { r += y; }).bits() == bits + 16);
    }
  }
  const ComplexBall minus_one(Ball(-1, 64), Ball(0, 64));
  CHECK(less(arg(minus_one) - Ball::pi(64), Rational("1e-15")) == Truth::yes);
  CHECK(reciprocal_gamma(ComplexBall(Ball(5, 64), Ball(0, 64))).real().contains(Rational("1/24")));
  CHECK(is_positive(log_gamma(ComplexBall(Ball(5, 64), Ball(0, 64))).real() - 3) == Truth::yes);  // ln 24
}
