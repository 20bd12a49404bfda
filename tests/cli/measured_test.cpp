#include "cli/compare/measured.hpp"

#include <catch2/catch.hpp>

#include "exact/error.hpp"

using namespace hallmark;
using namespace hallmark::cli;

TEST_CASE("numbers are read exactly, as programs print them") {
  const auto value = [](std::string_view text) {
    const Measured m = read_measured(text);
    REQUIRE(m.form == Form::finite);
    return m.value.to_string();
  };
  CHECK(value("0.1") == "1/10");
  CHECK(value("+1e2") == "100");
  CHECK(value("-.5") == "-1/2");
  CHECK(value("5.") == "5");
  CHECK(value("5.E-1") == "1/2");
  CHECK(value("1/3") == "1/3");
  CHECK(value("-0.0") == "0");
  CHECK(value("0x1.8p-3") == "3/16");
  CHECK(value("-0X.8P+1") == "-1");
  CHECK(value("0x10") == "16");
  CHECK(read_measured("0x1p-1074").value == pow(Rational(2), -1074));
  CHECK(read_measured("1e999").value == pow(Rational(10), 999));
  CHECK(read_measured("0." + std::string(400, '3')).value.height_bits() > 1300);
}

TEST_CASE("what is no number is named") {
  for (const char* text : {"nan", "NaN", "-nan", "+NAN", "NA"}) CHECK(read_measured(text).form == Form::not_a_number);
  for (const char* text : {"inf", "+Inf", "Infinity"}) CHECK(read_measured(text).form == Form::infinity);
  for (const char* text : {"-inf", "-INFINITY"}) CHECK(read_measured(text).form == Form::minus_infinity);
  for (const char* text : {"", "null", "None"}) CHECK(read_measured(text).form == Form::empty);
}

TEST_CASE("anything else is refused") {
  for (const char* text : {"1,5", "1.2.3", "--1", "+-1", "+", "-", ".", "e5", "0x", "0x1.8q", "0x1p", "0xp1",
                           "1e100001", "0x1p20001", "1d5", "ln(2)", "infinite", "1 2", "0x0.8.8p0"}) {
    CAPTURE(text);
    CHECK_THROWS_AS(read_measured(text), InputError);
  }
  CHECK_THROWS_AS(read_measured("0x" + std::string(65, '1')), InputError);
  CHECK_THROWS_AS(read_measured(std::string(1'100'000, '1')), InputError);
  CHECK_FALSE(read_nonnegative("-1").has_value());
  CHECK_FALSE(read_nonnegative("nan").has_value());
  CHECK_FALSE(read_nonnegative("fast").has_value());
  CHECK(read_nonnegative("1e-3") == Rational("1/1000"));
}
