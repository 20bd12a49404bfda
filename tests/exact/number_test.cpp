#include "exact/number.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"

using namespace hallmark;

TEST_CASE("canonical forms") {
  CHECK(Number("ln(1)").to_string() == "0");
  CHECK(Number("exp(0)").to_string() == "1");
  CHECK(Number("-ln(3)").to_string() == "ln(1/3)");
  CHECK(Number("-exp(0)").to_string() == "-1");
  CHECK(Number("-exp(2)").to_string() == "-exp(2)");
  CHECK(Number("ln(0.5)").to_string() == "ln(1/2)");
  CHECK(Number("exp(-4)").to_string() == "exp(-4)");
  CHECK(Number("2/4") == Number("0.5"));
}

TEST_CASE("roots are read exactly, in one form") {
  CHECK(Number("sqrt(2)").to_string() == "sqrt(2)");
  CHECK(Number("sqrt(8/2)").to_string() == "2");
  CHECK(Number("-sqrt(2.25)").to_string() == "-3/2");
  CHECK(Number("1/sqrt(2*3)").to_string() == "sqrt(1/6)");
  CHECK(Number("2*sqrt(3)") == Number("sqrt(12)"));
  CHECK(Number("-1/2*sqrt(3)").to_string() == "-sqrt(3/4)");
  CHECK(Number("sqrt(3)/2") == Number("sqrt(3/4)"));
  CHECK(Number("3/sqrt(0.5*2)") == Number(3));
  CHECK(Number("sqrt(0)") == Number(0));
  CHECK(Number("sqrt(2)").sign() == 1);
  CHECK(Number("-sqrt(2)").sign() == -1);
  const Ball root = Number("sqrt(2)").ball(200);
  CHECK((root * root).contains(Rational(2)));
  CHECK(less(Number("sqrt(2)"), Number("1.41421356237309504880168872420969807856967187537695")) == Truth::yes);
  CHECK(less(Number("1.41421356237309504880168872420969807856967187537694"), Number("sqrt(2)")) == Truth::yes);
  CHECK(less(Number("-sqrt(3)"), Number("-sqrt(2)")) == Truth::yes);
  CHECK(less(Number("-sqrt(3)"), Number("-2")) == Truth::no);
  CHECK(less(Number("sqrt(2)"), Number("ln(5)")) == Truth::yes);
  CHECK(less(Number("exp(1/2)"), Number("sqrt(2)")) == Truth::no);
  CHECK(less_equal(Number("sqrt(2)"), Number("sqrt(2)")) == Truth::yes);
}

TEST_CASE("bad numbers are refused") {
  for (const char* text : {"",
                           "ln",
                           "ln(",
                           "ln()",
                           "ln(0)",
                           "ln(-1)",
                           "ln(3",
                           "ln(3))",
                           "ln(ln(3))",
                           "exp(x)",
                           "nan",
                           "inf",
                           "-inf",
                           "four",
                           "1e400000",
                           "sqrt(-2)",
                           "sqrt(2",
                           "sqrt(sqrt(2))",
                           "2sqrt(3)",
                           "1/sqrt(0)",
                           "sqrt(2)/0",
                           "sqrt(2)3",
                           "sqrt(1*1*1*1*1*1*1*1*1)",
                           ".5",
                           "sqrt(.5)",
                           "+sqrt(2)",
                           "\xff"}) {
    INFO(text);
    CHECK_THROWS_AS(Number(text), InputError);
  }
}

TEST_CASE("comparison decides what is decidable") {
  CHECK(less(Number("ln(2)"), Number("ln(3)")) == Truth::yes);
  CHECK(less(Number("ln(3)"), Number("ln(3)")) == Truth::no);
  CHECK(less_equal(Number("ln(3)"), Number("ln(3)")) == Truth::yes);
  CHECK(less(Number("ln(3)"), Number("1.0986122886681098")) == Truth::yes);  // rounded up
  CHECK(less(Number("1.0986122886681096"), Number("ln(3)")) == Truth::yes);  // rounded down
  CHECK(less(Number("exp(-4)"), Number("0.0183156388887341802")) == Truth::no);
  CHECK(less(Number("-exp(1)"), Number("exp(1)")) == Truth::yes);
  CHECK(less(Number("ln(1/3)"), 0) == Truth::yes);
  // Equal to 100 digits, different.
  CHECK(less(Number("ln(3)"), Number::ln(Rational(3) + pow(Rational(10), -300))) == Truth::yes);
}

TEST_CASE("balls of numbers") {
  CHECK(exponential(Number("ln(3)"), 64).contains(3));
  CHECK(exponential(Number("ln(3)"), 64).is_exact());
  CHECK(exponential_difference(Number("ln(3)"), Number("ln(2)"), 64).contains(1));
  const Ball tiny = exponential_minus_1(Number("1e-300"), 128);
  CHECK(tiny.relative_bits() > 100);
  CHECK(exponential_difference(Number("4"), Number(Rational("4") - pow(Rational(10), -200)), 128).relative_bits() >
        100);
  CHECK(Number::ln(1 + pow(Rational(10), -200)).ball(128).relative_bits() > 100);
  CHECK(Number("ln(1e-1000)").ball(128).relative_bits() > 100);
  CHECK(less(Number("-exp(1)").ball(64), Rational("-2.718281828459045")) == Truth::yes);
  CHECK(less(Ball(Rational("-2.718281828459046"), 64), Number("-exp(1)").ball(64)) == Truth::yes);
}
