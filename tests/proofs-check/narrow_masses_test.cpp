// Masses of narrow cells against differences of the error function.

#include "numbers/narrow_masses.hpp"

#include <catch2/catch.hpp>

#include "exact_text.hpp"

namespace hallmark::check::test {
namespace {

constexpr Count fine = 640;

Interval by_error_function(const Rational& middle, const Rational& half) {
  const Interval left(Rational(middle - half), fine);
  const Interval right(Rational(middle + half), fine);
  return middle > 0 ? normal_cdf(-left) - normal_cdf(-right) : normal_cdf(right) - normal_cdf(left);
}

}  // namespace

TEST_CASE("narrow masses: they hold the difference of two values of Phi, and are as narrow as their precision") {
  for (const Count precision : {Count(128), Count(192), Count(400)}) {
    const NarrowMasses masses(precision);
    for (const Rational& middle :
         {Rational(0), Rational(1, 3), Rational(-5), Rational(17, 4), Rational(63), Rational(-127, 2)}) {
      for (const Count depth : {Count(6), Count(7), Count(11), Count(40)}) {
        for (const Rational& share : {Rational(1), Rational(2, 3)}) {
          const Rational half(share / pow(Rational(2), depth));
          const Interval mass = masses.around(Interval(middle, precision), Interval(half, precision), depth);
          const Interval reference = by_error_function(middle, half);
          CHECK(mpfr_lessequal_p(mass.lo(), reference.hi()) != 0);
          CHECK(mpfr_lessequal_p(reference.lo(), mass.hi()) != 0);
          const Interval width = mass.upper() - mass.lower();
          CHECK(mpfr_cmp(width.hi(), times_power_of_two(mass, 24 - precision).lo()) < 0);
        }
      }
    }
  }
  const NarrowMasses masses(128);
  CHECK_THROWS_AS(masses.around(Interval(Integer(64), 128), Interval(Rational(1, 64), 128), 6), TooMuchWork);
  CHECK_THROWS_AS(masses.around(Interval(Integer(1), 128), Interval(Rational(1, 32), 128), 5), TooMuchWork);
  CHECK_THROWS_AS(masses.around(Interval(Integer(1), 128), Interval(Rational(1, 32), 128), 6), TooMuchWork);
  CHECK_THROWS_AS(masses.around(Interval(Integer(1), 128), Interval(128), 6), TooMuchWork);
}

}  // namespace hallmark::check::test
