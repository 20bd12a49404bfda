#include "exact/proposal.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace hallmark;

TEST_CASE("proposals: doubles become dyadics of the bits asked for") {
  CHECK(short_dyadic(0.3, 4) == Rational("9/32"));
  CHECK(short_dyadic(-0.3, 4) == Rational("-9/32"));
  CHECK(near_dyadic(0.3, 4) == Rational("5/16"));
  CHECK(short_dyadic(std::ldexp(1.5, -1060), 53) == Rational("3/2") * pow(Rational(2), -1060));
  CHECK(short_dyadic(0, 10) == Rational(0));
  CHECK(short_dyadic(std::numeric_limits<double>::infinity(), 10) == Rational(0));
}

TEST_CASE("proposals: a golden section finds the least place and asks once a step") {
  int asked = 0;
  const auto f = [&](double x) {
    ++asked;
    return (x - 3) * (x - 3);
  };
  CHECK(std::abs(least_place(f, 0, 10, 60) - 3) < 1e-6);
  CHECK(asked == 62);
  // Where both places are infinite the least one is to the left.
  const auto wall = [](double x) { return x > 1 ? std::numeric_limits<double>::infinity() : -x; };
  CHECK(std::abs(least_place(wall, 0, 1000, 80) - 1) < 1e-6);
}
