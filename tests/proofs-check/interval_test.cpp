#include "numbers/interval.hpp"
#include "exact_text.hpp"

#include <catch2/catch.hpp>
#include <functional>

#include "random.hpp"

namespace hallmark::check::test {
namespace {

/// An interval of some width around x, with x sometimes at an end.
Interval around(const Rational& x, mpfr_prec_t precision, Random& random) {
  const Rational below = random.below(3) == 0 ? Rational(0) : Rational(abs(random.rational()) / 1000);
  const Rational above = random.below(3) == 0 ? Rational(0) : Rational(abs(random.rational()) / 1000);
  return from_ends(Interval(Rational(x - below), precision), Interval(Rational(x + above), precision));
}

/// True if every number of `fine` lies in `coarse`.
bool nested(const Interval& fine, const Interval& coarse) {
  return mpfr_lessequal_p(coarse.lo(), fine.lo()) != 0 && mpfr_greaterequal_p(coarse.hi(), fine.hi()) != 0;
}

TEST_CASE("arithmetic encloses the exact rational result") {
  Random random;
  CAPTURE(random.seed());
  for (int i = 0; i < runs(4000); ++i) {
    const Rational x = random.rational();
    const Rational y = random.rational();
    const mpfr_prec_t precision = 2 + random.below(120);
    CAPTURE(x, y, precision);
    const Interval a = around(x, precision, random);
    const Interval b = around(y, precision, random);
    CHECK(a.contains(x));
    CHECK((a + b).contains(x + y));
    CHECK((a - b).contains(x - y));
    CHECK((a * b).contains(x * y));
    CHECK((-a).contains(-x));
    if (y != 0) CHECK((a / b).contains(x / y));
    CHECK(min(a, b).contains(x < y ? x : y));
    CHECK(max(a, b).contains(x < y ? y : x));
    CHECK(times_power_of_two(a, -7).contains(x / 128));
    const Interval root = sqrt(Interval(Rational(x * x), precision));
    CHECK(root.contains(abs(x)));
    // Comparisons: never against the exact order.
    if (less(a, b) == Truth::yes) CHECK(x < y);
    if (less(a, b) == Truth::no) CHECK(x >= y);
    if (less_equal(a, b) == Truth::yes) CHECK(x <= y);
    if (less_equal(a, b) == Truth::no) CHECK(x > y);
    if (less(a, y) == Truth::yes) CHECK(x < y);
    if (less(a, y) == Truth::no) CHECK(x >= y);
    if (less_equal(a, y) == Truth::yes) CHECK(x <= y);
    if (less_equal(a, y) == Truth::no) CHECK(x > y);
  }
}

TEST_CASE("point intervals: a rational that is no binary number gets two different ends") {
  const Interval third(Rational(1, 3), 64);
  CHECK(mpfr_less_p(third.lo(), third.hi()) != 0);
  CHECK(third.contains(Rational(1, 3)));
  const Interval big(Integer((Integer(1) << 200) + 1), 64);
  CHECK(mpfr_less_p(big.lo(), big.hi()) != 0);
  CHECK(big.contains(Rational((Integer(1) << 200) + 1)));
}

TEST_CASE("functions at a low precision enclose the same at a high one") {
  const std::vector<std::pair<const char*, std::function<Interval(const Interval&)>>> functions = {
      {"exp", [](const Interval& x) { return exp(x); }},   {"expm1", [](const Interval& x) { return expm1(x); }},
      {"log", [](const Interval& x) { return log(x); }},   {"log1p", [](const Interval& x) { return log1p(x); }},
      {"erfc", [](const Interval& x) { return erfc(x); }}, {"sqrt", [](const Interval& x) { return sqrt(x); }},
      {"cos", [](const Interval& x) { return cos(x); }},   {"sin", [](const Interval& x) { return sin(x); }},
      {"atan", [](const Interval& x) { return atan(x); }},
  };
  Random random;
  CAPTURE(random.seed());
  for (const auto& [name, function] : functions) {
    CAPTURE(name);
    const bool positive = std::string(name) == "log" || std::string(name) == "log1p" || std::string(name) == "sqrt";
    for (int i = 0; i < runs(400); ++i) {
      Rational x(random.below(2'000'000) - 1'000'000, 1 + random.below(1'000'000));
      while (abs(x) > 60) x /= 100;
      if (positive) x = abs(x) + Rational(1, 1000);
      CAPTURE(x);
      const Interval fine = function(Interval(x, 600));
      CHECK(nested(fine, function(Interval(x, 2 + random.below(80)))));
      // Wider arguments give wider results.
      CHECK(nested(fine, function(around(x, 64, random))));
    }
  }
}

TEST_CASE("limits are honest: overflow, underflow, zero divisors, arguments outside the domain") {
  set_exponent_range();
  const Interval huge(Rational(pow(Integer(10), 40)), 64);
  CHECK(mpfr_inf_p(exp(huge).hi()) != 0);
  CHECK(mpfr_number_p(exp(huge).lo()) != 0);
  CHECK(mpfr_zero_p(exp(-huge).lo()) != 0);
  CHECK(mpfr_sgn(exp(-huge).hi()) > 0);
  CHECK(mpfr_zero_p(erfc(huge).lo()) != 0);
  CHECK(mpfr_sgn(erfc(huge).hi()) > 0);
  const Interval around_zero = from_ends(Interval(Rational(-1), 64), Interval(Rational(1), 64));
  const Interval one(Integer(1), 64);
  CHECK_FALSE((one / around_zero).finite());
  CHECK(mpfr_inf_p(log(around_zero).lo()) != 0);
  CHECK(mpfr_inf_p(log(-one).hi()) != 0);
  CHECK(mpfr_zero_p(sqrt(around_zero).lo()) != 0);
  // 0 * infinity is not a number: the end becomes infinite.
  const Interval product = Interval(64) * exp(huge);
  CHECK(mpfr_sgn(product.lo()) <= 0);
  CHECK(mpfr_inf_p(product.hi()) != 0);
  CHECK(less(product, one) == Truth::unknown);
}

TEST_CASE("scaled integers are on the outer side") {
  Random random;
  CAPTURE(random.seed());
  for (int i = 0; i < runs(500); ++i) {
    const Rational x = random.rational();
    const Interval a(x, 100);
    const long shift = random.below(200) - 100;
    const Rational scaled = shift >= 0 ? Rational(x * (Integer(1) << static_cast<unsigned>(shift)))
                                       : Rational(x / (Integer(1) << static_cast<unsigned>(-shift)));
    CAPTURE(x, shift);
    CHECK(Rational(scaled_floor(a, shift)) <= scaled);
    CHECK(Rational(scaled_ceil(a, shift)) >= scaled);
    const long e = exponent_above(a);
    const Rational bound = e >= 0 ? Rational(Integer(1) << static_cast<unsigned>(e))
                                  : Rational(Integer(1), Integer(1) << static_cast<unsigned>(-e));
    if (x != 0) CHECK(abs(x) <= bound);
  }
}

}  // namespace
TEST_CASE("the cosine and the sine of a number far beyond the precision are between -1 and 1, immediately") {
  const Interval far(Rational(pow(Integer(10), 100'000)), 128);
  for (const Interval& x : {cos(far), sin(far), cos(-far), sin(-far)}) {
    CHECK(x.contains(1));
    CHECK(x.contains(-1));
  }
  const Interval near(Rational(pow(Integer(10), 40)), 192);
  CHECK(!cos(near).contains(1));
}

}  // namespace hallmark::check::test
