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
