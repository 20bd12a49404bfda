// Proposals: where a function is least, and short numbers from doubles.
#include "exact/proposal.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace hallmark;

TEST_CASE("the least place is found with one value a step, wherever it lies") {
  for (const double least : {-3.0, -0.25, 0.0, 1.7, 4.99}) {
    int asked = 0;
    const auto f = [&](double x) {
      ++asked;
      return std::abs(x - least);
    };
    CHECK(least_place(f, -3, 5, 60) == Approx(least).margin(1e-10));
    CHECK(asked == 62);
  }
  CHECK(least_place([](double) { return 0.0; }, 2, 2, 5) == 2);
  CHECK(least_place([](double x) { return x * x; }, 1, 3, 0) == 2);
}

TEST_CASE("the least place is looked for on the left of what is infinite or undefined") {
  for (const double beyond : {std::numeric_limits<double>::infinity(), std::nan("")}) {
    CHECK(least_place([&](double x) { return x < 1 ? std::abs(x - 0.5) : beyond; }, 0, 100, 60) == Approx(0.5));
  }
}

TEST_CASE("the least place ends where its caller says") {
  double width = 0;
  const auto more = [&](double low, double high) {
    width = high - low;
    return width > 0.1;
  };
  CHECK(least_place([](double x) { return x * x; }, -1, 2, more) == Approx(0).margin(0.1));
  CHECK(width <= 0.1);
  CHECK(width > 0.05);
}

TEST_CASE("the least place from a number on is found however far it is") {
  const Budget budget;
  for (const double least : {1.25, 3.0, 700.0, 9000.0}) {
    const auto f = [&](double x) { return (x - least) * (x - least); };
    CHECK(least_place_from(f, 1, 2, 1e4, 1e-7, 80, budget) == Approx(least).epsilon(1e-6));
    CHECK(least_place_from(f, 1, 2, 500, 1e-7, 80, budget) <= 512);
    CHECK(least_place_from(f, 1, 2, 1e4, 1e-7, 0, budget) > least / 2);
  }
  CHECK(least_place_from([](double x) { return x; }, 1, 2, 1e4, 0, 80, Budget::counted(0)) == 1.5);
}

TEST_CASE("a short number lies towards 0 from its double") {
  CHECK(short_dyadic(0.3, 4) == Rational("9/32"));
  CHECK(short_dyadic(-0.3, 4) == Rational("-9/32"));
  CHECK(short_dyadic(0, 10) == Rational(0));
  CHECK(short_dyadic(5e-324, 53) == 1 / pow(Rational(2), 1074));
}
