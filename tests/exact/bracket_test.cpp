#include "exact/bracket.hpp"

#include <catch2/catch.hpp>

using namespace hallmark;

namespace {

// f(x) = e^-x, whose inverse is known.
Sample decay(const Rational& x, long bits) {
  const Ball value = exp(-Ball(x, bits));
  return {value, -value};
}

}  // namespace

TEST_CASE("decide doubles the precision until it is answered") {
  const Budget unlimited;
  long calls = 0;
  const Rational near = pow(Rational(10), -100);
  const Truth t = decide(
      [&](long bits) {
        ++calls;
        return less(Ball(1, bits) / 3, Ball(Rational("1/3") + near, bits));
      },
      {.first_bits = 16, .last_bits = 4096, .budget = unlimited});
  CHECK(t == Truth::yes);
  CHECK(calls == 6);  // 16, 32, ..., 512
  CHECK(decide([](long bits) { return less(Ball(1, bits) / 3, Ball(Rational("1/3"), bits)); },
               {.first_bits = 16, .last_bits = 256, .budget = unlimited}) == Truth::unknown);
}

TEST_CASE("bisect brackets the root to the digits asked for") {
  const Budget unlimited;
  for (long digits : {1L, 5L, 15L, 50L, 300L}) {
    const Inversion i =
        bisect({.f = decay, .target = Ball(Rational("1e-9"), 4096), .lo = 0, .hi = 1000, .digits = digits},
               {.first_bits = 64, .budget = unlimited});
    REQUIRE(i.reached);
    const Ball truth = 9 * log(Ball(10, 2048));
    CHECK(less(Ball(i.bracket.lo, 2048), truth) == Truth::yes);
    CHECK(less_equal(truth, Ball(i.bracket.hi, 2048)) == Truth::yes);
    CHECK(has_digits(i.bracket.lo, i.bracket.hi, digits));
    CHECK(i.evaluations < 40);
  }
}

TEST_CASE("a wrong slope only costs time") {
  const Budget unlimited;
  const auto lies = [](const Rational& x, long bits) { return Sample{decay(x, bits).value, Ball(-1000, bits)}; };
  const Inversion i = bisect({.f = lies, .target = Ball(Rational("1e-3"), 4096), .lo = 0, .hi = 100, .digits = 8},
                             {.first_bits = 64, .budget = unlimited});
  REQUIRE(i.reached);
  CHECK(less(Ball(i.bracket.lo, 256), 3 * log(Ball(10, 256))) == Truth::yes);
  CHECK(less_equal(3 * log(Ball(10, 256)), Ball(i.bracket.hi, 256)) == Truth::yes);
}

TEST_CASE("an expired budget returns the bracket proved so far") {
  const std::atomic<bool> stop{true};
  const Budget expired(std::chrono::duration<double>(100), &stop);
  const Inversion i = bisect({.f = decay, .target = Ball(Rational("1e-3"), 4096), .lo = 0, .hi = 100, .digits = 8},
                             {.first_bits = 64, .budget = expired});
  CHECK_FALSE(i.reached);
  CHECK(i.bracket.lo == Rational(0));
  CHECK(i.bracket.hi == Rational(100));
}

TEST_CASE("has_digits is relative and safe around zero") {
  CHECK(has_digits(0, 0, 10));
  CHECK_FALSE(has_digits(0, Rational("1e-100"), 1));
  CHECK_FALSE(has_digits(-1, 1, 1));
  CHECK(has_digits(Rational("-1.001"), -1, 3));
  CHECK_FALSE(has_digits(Rational("-1.0011"), -1, 3));
}

TEST_CASE("an undecided comparison moves no end of an inverse") {
  // 1 - x within 1/10, to any precision: between 2/5 and 3/5 nobody can tell.
  const auto f = [](const Rational& x, long bits) {
    Ball value(1 - x, bits);
    const Ball error(Rational("1/10"), bits);
    arb_add_error(value.raw(), error.raw());
    return Sample{value, Ball(-1, bits)};
  };
  const Budget unlimited;
  const Inversion found = bisect({.f = f, .target = Ball(Rational("1/2"), 256), .lo = 0, .hi = 1, .digits = 5},
                                 {.first_bits = 64, .last_bits = 512, .budget = unlimited});
  CHECK(!found.reached);
  CHECK(found.bracket.lo <= Rational("2/5"));
  CHECK(found.bracket.hi >= Rational("3/5"));
}
