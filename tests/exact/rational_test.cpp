#include "exact/rational.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"

using namespace hallmark;

TEST_CASE("text is read exactly") {
  CHECK(Rational("0.1") == Rational(1) / 10);
  CHECK(Rational("1e-8") == Rational(1) / 100'000'000);
  CHECK(Rational("1e6") == Rational(1'000'000));
  CHECK(Rational("-12.50E+1") == Rational(-125));
  CHECK(Rational("6/4").to_string() == "3/2");
  CHECK(Rational("-0").to_string() == "0");
  CHECK(Rational("1e-400") * pow(Rational(10), 400) == Rational(1));
  CHECK(Rational("9223372036854775808").to_string() == "9223372036854775808");
}

TEST_CASE("bad numbers are refused with position and expectation") {
  for (const char* text : {"",
                           "-",
                           "1.",
                           ".5",
                           "1e",
                           "1e+",
                           "0x10",
                           "1/0",
                           "1//2",
                           "1/-2",
                           "1 ",
                           " 1",
                           "nan",
                           "inf",
                           "1e100001",
                           "1e-100001",
                           "1e99999999999999999999",
                           "1,5",
                           "+1",
                           "--1",
                           "1.2.3",
                           "1/2/3"}) {
    INFO(text);
    CHECK_THROWS_AS(Rational(text), InputError);
  }
  CHECK_THROWS_WITH(Rational("1.x"), "number \"1.x\": column 3: expected a digit");
  CHECK_THROWS_WITH(Rational("1/0"), "number \"1/0\": column 3: expected a denominator other than 0");
  CHECK_THROWS_WITH(Rational("1e100001"), Catch::Contains("exponent must be at most 100000"));
  CHECK_THROWS_WITH(Rational(std::string(1'000'001, '1')), Catch::Contains("at most 1000000 digits"));
  CHECK(Rational(std::string(1'000'000, '1')).sign() == 1);
}

TEST_CASE("floor, ceil, powers and limits") {
  CHECK(floor(Rational("-7/2")) == Rational(-4));
  CHECK(ceil(Rational("-7/2")) == Rational(-3));
  CHECK(floor(Rational(3)) == ceil(Rational(3)));
  CHECK(pow(Rational("2/3"), -2) == Rational("9/4"));
  CHECK_THROWS_AS(pow(Rational(0), -1), InputError);
  CHECK_THROWS_AS(Rational(1) / 0, InputError);
  CHECK_THROWS_AS(Rational("1/2").to_long(), InputError);
  CHECK_THROWS_AS(Rational("1e19").to_long(), InputError);
}
