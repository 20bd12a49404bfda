#include "allocation/allocation_line.hpp"
#include "exact_text.hpp"

#include <catch2/catch.hpp>

#include "laws/lognormal_transform.hpp"

using namespace hallmark::check;

namespace {

using hallmark::check::test::integer_of;
using hallmark::check::test::rational_of;

Interval delta(const char* sigma, std::uint64_t steps, bool remove, const char* eps, const AllocationContour& contour,
               unsigned long scale) {
  return allocation_delta(*parse_number(sigma), steps, remove, *parse_number(eps), contour, {64, scale, 0});
}

bool meets(const Interval& value, const Rational& lo, const Rational& hi) {
  return mpfr_cmp_q(value.lo(), raw(hi)) <= 0 && mpfr_cmp_q(value.hi(), raw(lo)) >= 0;
}

// Relatively narrower than 2^-bits.
bool narrow(const Interval& value, long bits) {
  return proved(less(times_power_of_two(value.upper() - value.lower(), bits), value.lower()));
}

const AllocationContour line_remove{Rational(2243, 131072), Rational(787385, 268435456), Rational(931, 8192), 42};
const AllocationContour line_light{Rational(3189, 1024), Rational(279897, 524288), Rational(489, 16), 30};

}  // namespace

TEST_CASE("allocation line: values of the first route and of the reference") {
  const Interval heavy = delta("1", 10000, true, "151/2500", line_remove, 27);
  CHECK(meets(heavy, rational_of("10003446676534922137684773/1000000000000000000000000000000000"),
              rational_of("10003446676534924066972597/1000000000000000000000000000000000")));
  CHECK(narrow(heavy, 45));
  const Interval light = delta("5", 20, true, "1/10", line_light, 13);
  CHECK(meets(light, rational_of("22335917535000926/100000000000000000000"),
              rational_of("22335917535014488/100000000000000000000")));
  CHECK(narrow(light, 45));
}

TEST_CASE("allocation line: a bad contour is wide, never wrong") {
  const Interval good = delta("5", 20, true, "1/10", line_light, 13);
  const auto overlaps = [&](const Interval& other) {
    return mpfr_lessequal_p(other.lo(), good.hi()) != 0 && mpfr_lessequal_p(good.lo(), other.hi()) != 0;
  };
  for (const std::uint64_t nodes : {1, 3, 8, 15}) {
    AllocationContour bad = line_light;
    bad.nodes = nodes;
    CHECK(overlaps(delta("5", 20, true, "1/10", bad, 13)));
  }
  for (const Rational& factor : {Rational(1, 4), Rational(1, 2), Rational(2), Rational(3)}) {
    AllocationContour bad = line_light;
    bad.step *= factor;
    CHECK(overlaps(delta("5", 20, true, "1/10", bad, 13)));
    bad = line_light;
    bad.line *= factor;
    bad.alias *= factor;
    CHECK(overlaps(delta("5", 20, true, "1/10", bad, 13)));
  }
}

TEST_CASE("allocation line: put and call on one contour") {
  // delta_add(eps) = 1 - e^eps + e^eps delta_remove(-eps).
  const Interval add = delta("5", 20, false, "1/10", line_light, 13);
  const Interval remove = delta("5", 20, true, "-1/10", line_light, 2);
  const Interval w = exp(Interval(Rational(1, 10), 128));
  const Interval other = Interval(Integer(1), 128) - w + w * remove;
  CHECK(mpfr_lessequal_p(add.lo(), other.hi()) != 0);
  CHECK(mpfr_lessequal_p(other.lo(), add.hi()) != 0);
  CHECK(narrow(add, 20));
}

TEST_CASE("lognormal transform: on and off the axis") {
  for (const char* sigma : {"3/10", "1", "20"}) {
    const LognormalTransform many(*parse_number(sigma), 200);
    // At few bits the rule is coarse, and its error is seen.
    for (const unsigned long bits : {5UL, 8UL, 50UL}) {
      const LognormalTransform few(*parse_number(sigma), bits);
      for (const Rational& re : {Rational(1, 100), Rational(1), Rational(30)}) {
        for (const Rational& im : {Rational(0), Rational(1, 10), Rational(5), Rational(400)}) {
          const Box a = few.at(Interval(re, 300), Interval(im, 300));
          const Box b = many.at(Interval(re, 300), Interval(im, 300));
          CHECK(mpfr_lessequal_p(a.re.lo(), b.re.hi()) != 0);
          CHECK(mpfr_lessequal_p(b.re.lo(), a.re.hi()) != 0);
          CHECK(mpfr_lessequal_p(a.im.lo(), b.im.hi()) != 0);
          CHECK(mpfr_lessequal_p(b.im.lo(), a.im.hi()) != 0);
          CHECK(proved(less(b.re.upper() - b.re.lower(), Rational(Integer(1), pow(Integer(2), 180)))));
        }
      }
    }
  }
}
