#include "numbers/number.hpp"
#include "exact_text.hpp"

#include <catch2/catch.hpp>

namespace hallmark::check {
namespace {

using hallmark::check::test::integer_of;
using hallmark::check::test::rational_of;

Number number(const char* text) { return parse_number(text).value(); }

TEST_CASE("canonical numbers are read and written back byte for byte") {
  for (const char* text : {"0", "1", "-1", "1/2", "-22/7", "1000000000000000000000000", "ln(3)", "ln(1/3)", "exp(-4)",
                           "exp(1/2)", "sqrt(2)", "sqrt(4/3)", "sqrt(1/2)"}) {
    CAPTURE(text);
    REQUIRE(parse_number(text).has_value());
    CHECK(to_text(number(text)) == text);
  }
}

TEST_CASE("the logarithm of a fraction has finite ends however small it is, and narrow ones near 1") {
  for (const mpfr_prec_t precision : {64, 256}) {
    for (const std::uint64_t zeros : {1, 30, 4000}) {
      const Integer ten = pow(Integer(10), zeros);
      const Interval small = enclose({Number::Kind::ln, Rational(1, ten)}, precision);
      const Interval large = enclose({Number::Kind::ln, Rational(ten)}, precision);
      CHECK(small.finite());
      CHECK(less_equal((small + large).lower(), 0) == Truth::yes);
      CHECK(less((small + large).upper(), 0) == Truth::no);
      const Interval near = enclose({Number::Kind::ln, 1 + Rational(1, ten)}, precision);
      CHECK(less(near, Rational(1, ten)) != Truth::no);
      CHECK(less(Interval(Rational(1, ten + 1), precision), near) != Truth::no);
      CHECK(less(near.upper() - near, Rational(1, ten * (Integer(1) << 60))) == Truth::yes);
    }
  }
}

TEST_CASE("everything else is refused") {
  for (const char* text : {"",          "-",
                           "-0",        "+1",
                           "01",        "00",
                           "1.5",       "1e3",
                           "2/4",       "1/1",
                           "1/0",       "0/5",
                           "1/-2",      "1//2",
                           "/2",        "1/",
                           "ln(1)",     "ln(0)",
                           "ln(-1)",    "exp(0)",
                           "ln()",      "ln(3",
                           "ln 3",      "-ln(3)",
                           "ln(ln(3))", "exp(1/2))",
                           "LN(3)",     "sqrt(4)",
                           "sqrt(1/4)", "sqrt(0)",
                           "sqrt(-2)",  "-sqrt(2)",
                           "sqrt(2/4)", "sqrt(1.5)",
                           "2*sqrt(2)", "sqrt(2",
                           "sqrt()",    "sqrt(sqrt(2))",
                           ".5",        "nan",
                           "inf",       " 1",
                           "1 ",        "0x1",
                           "1_000",     "\xd9\xa1"}) {
    CAPTURE(text);
    CHECK_FALSE(parse_number(text).has_value());
  }
  CHECK(parse_number(std::string(kMaxDigits, '1')).has_value());
  CHECK_FALSE(parse_number(std::string(kMaxDigits + 1, '1')).has_value());
  CHECK_FALSE(parse_number("1/" + std::string(kMaxDigits + 1, '1')).has_value());
}

TEST_CASE("numbers of one kind are compared exactly, numbers of two kinds by enclosures") {
  CHECK(compare(number("ln(3)"), number("ln(3)")) == Order::equal);
  CHECK(compare(number("ln(3)"), number("ln(2)")) == Order::greater);
  CHECK(compare(number("exp(-1/2)"), number("exp(1/2)")) == Order::less);
  CHECK(compare(number("sqrt(3)"), number("sqrt(2)")) == Order::greater);
  CHECK(compare(number("sqrt(2)"), number("7/5")) == Order::greater);
  CHECK(compare(number("sqrt(2)"), number("3/2")) == Order::less);
  const Interval root = enclose(number("sqrt(2)"), 64);
  CHECK(less(root * root, Interval(rational_of("2000001/1000000"), 64)) == Truth::yes);
  CHECK(less(Interval(rational_of("1999999/1000000"), 64), root * root) == Truth::yes);
  CHECK(compare(number("1/3"), number("1/3")) == Order::equal);
  CHECK(compare(number("ln(3)"), number("1")) == Order::greater);
  CHECK(compare(number("exp(1)"), number("3")) == Order::less);
  CHECK(compare(number("ln(1/3)"), number("0")) == Order::less);
  CHECK(compare(number("exp(-100000)"), number("0")) == Order::greater);
  CHECK(compare(number("exp(-1000000000000000000000000)"), number("0")) ==
        Order::unknown);  // below MPFR's range: honest
  // ln 2 to 70 digits, rounded down and up.
  const std::string digits = "6931471805599453094172321214581765680755001343602552541206800094933936";
  CHECK(compare(number("ln(2)"), Rational(integer_of(digits), pow(Integer(10), 70))) == Order::greater);
  CHECK(compare(number("ln(2)"), Rational(integer_of(digits) + 1, pow(Integer(10), 70))) == Order::less);
}

TEST_CASE("e^x is rational exactly where it is known to be") {
  CHECK(rational_exp(number("ln(5/3)")) == Rational(5, 3));
  CHECK(rational_exp(number("0")) == Rational(1));
  CHECK_FALSE(rational_exp(number("1")).has_value());
  CHECK_FALSE(rational_exp(number("exp(1)")).has_value());
  CHECK(enclose_expm1(number("ln(3)"), 64).contains(2));
  CHECK(enclose_exp(number("ln(3)"), 64).contains(3));
}

}  // namespace
}  // namespace hallmark::check
