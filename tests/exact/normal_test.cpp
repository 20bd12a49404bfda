#include "exact/normal.hpp"

#include <catch2/catch.hpp>

using namespace hallmark;

TEST_CASE("Phi: known values, symmetry, far tails") {
  CHECK(normal_cdf(Ball(0, 64)).contains(Rational("1/2")));
  // 1 - 0.84134474606854292 = Phi(-1), to the digits of standard tables.
  CHECK(less(normal_cdf(Ball(-1, 128)), Rational("0.15865525393145706")) == Truth::yes);
  CHECK(less(Ball(Rational("0.15865525393145704"), 128), normal_cdf(Ball(-1, 128))) == Truth::yes);
  for (long x : {1L, 5L, 37L, 1000L}) {
    const Ball left = normal_cdf(Ball(-x, 256));
    CHECK(left.relative_bits() > 200);
    CHECK((left + normal_cdf(Ball(x, 256))).contains(1));
  }
}

TEST_CASE("the normal density: known values, symmetry, the slope of Phi") {
  // phi(0) = 0.3989422804014327, phi(1) = 0.24197072451914337, to the digits of standard tables.
  CHECK(less(Ball(Rational("0.39894228040143267"), 128), normal_density(Ball(0, 128))) == Truth::yes);
  CHECK(less(normal_density(Ball(0, 128)), Rational("0.39894228040143268")) == Truth::yes);
  CHECK(less(Ball(Rational("0.24197072451914334"), 128), normal_density(Ball(1, 128))) == Truth::yes);
  CHECK(less(normal_density(Ball(1, 128)), Rational("0.24197072451914335")) == Truth::yes);
  for (long x : {1L, 5L, 37L, 1000L}) {
    const Ball here = normal_density(Ball(-x, 256));
    CHECK(here.relative_bits() > 200);
    CHECK(Ball(here - normal_density(Ball(x, 256))).contains(0));
    // Phi is convex to the left of 0: its slope lies between those of two chords.
    const Rational step("1/1000000");
    const Ball place(-x, 256);
    const Ball left = (normal_cdf(place) - normal_cdf(place - Ball(step, 256))) / Ball(step, 256);
    const Ball right = (normal_cdf(place + Ball(step, 256)) - normal_cdf(place)) / Ball(step, 256);
    CHECK(less(left, here) == Truth::yes);
    CHECK(less(here, right) == Truth::yes);
  }
}
