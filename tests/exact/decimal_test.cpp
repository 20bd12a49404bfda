#include "exact/decimal.hpp"

#include <catch2/catch.hpp>
#include <cmath>
#include <cstdlib>

#include "support/random.hpp"

using namespace hallmark;

namespace {

// A binary64 value as a rational: frexp's mantissa has 53 bits.
Rational exactly(double x) {
  int exponent = 0;
  const double mantissa = std::frexp(x, &exponent);
  return Rational(static_cast<long>(std::ldexp(mantissa, 53))) * pow(Rational(2), exponent - 53);
}

}  // namespace

TEST_CASE("decimals round in the stated direction") {
  CHECK(decimal(Rational("1/3"), 5, Rounding::down) == "0.33333");
  CHECK(decimal(Rational("1/3"), 5, Rounding::up) == "0.33334");
  CHECK(decimal(Rational("-1/3"), 5, Rounding::down) == "-0.33334");
  CHECK(decimal(Rational("-1/3"), 5, Rounding::up) == "-0.33333");
  CHECK(decimal(Rational("1e-8"), 5, Rounding::up) == "1e-8");
  CHECK(decimal(Rational("99999.99"), 5, Rounding::up) == "100000");
  CHECK(decimal(Rational("123456789012345678"), 4, Rounding::down) == "1.234e17");
  CHECK(decimal(0, 5, Rounding::up) == "0");
}

TEST_CASE("texts of an enclosure contain it and are at most twice as wide") {
  test::Random random(2);
  INFO("seed " << random.seed());
  for (int i = 0; i < test::repetitions(2000); ++i) {
    const Rational middle = Rational(random.fraction(-3, 3, 100'000)) * pow(Rational(10), random.between(-320, 20));
    const Rational radius = Rational(random.fraction(0, 3, 1000)) * pow(Rational(10), random.between(-350, 10));
    const Rational lo = middle - radius;
    const Rational hi = middle + radius;
    const EnclosureText t = enclosure_text(lo, hi);
    const Rational text_lo(t.lo);
    const Rational text_hi(t.hi);
    CHECK(text_lo <= lo);
    CHECK(text_hi >= hi);
    if (lo < hi) CHECK(text_hi - text_lo <= (hi - lo) * 2);
    // binary64: directed, next to the end, and the two spellings are one number.
    const double lo64 = std::strtod(t.lo64.c_str(), nullptr);
    const double hi64 = std::strtod(t.hi64.c_str(), nullptr);
    CHECK(lo64 == std::strtod(t.lo64x.c_str(), nullptr));
    CHECK(hi64 == std::strtod(t.hi64x.c_str(), nullptr));
    CHECK(lo64 == binary64(lo, Rounding::down));
    if (std::isfinite(lo64) && std::isfinite(hi64)) {
      const double next = std::nextafter(lo64, INFINITY);
      CHECK(exactly(lo64) <= lo);
      CHECK(exactly(next) > lo);
      CHECK(exactly(hi64) >= hi);
    }
  }
}

TEST_CASE("one number keeps the digits that were asked for, and 60 at least") {
  const Rational third("1/3");
  CHECK(enclosure_text(third, third).lo == "0." + std::string(60, '3'));
  CHECK(enclosure_text(third, third, 1, 15).lo == "0." + std::string(60, '3'));
  const EnclosureText t = enclosure_text(third, third, 1, 200);
  CHECK(t.lo == "0." + std::string(200, '3'));
  CHECK(t.hi == "0." + std::string(199, '3') + "4");
}

TEST_CASE("numbers beyond the grammar's exponents go outward to what it reads") {
  const Rational tiny = pow(Rational(10), -300'000);
  const EnclosureText t = enclosure_text(tiny, tiny * 2);
  CHECK(t.lo == "0");
  CHECK(t.hi == "1e-100000");
  CHECK(Rational(t.hi) > tiny * 2);
  CHECK(decimal(-tiny, 5, Rounding::down) == "-1e-100000");
  CHECK(decimal(-tiny, 5, Rounding::up) == "0");
}

TEST_CASE("decimals beyond the exponents of the number grammar") {
  CHECK(decimal(Rational("1e-100000"), 3, Rounding::down) == "1e-100000");
  CHECK(decimal(Rational("1e-99999"), 3, Rounding::down) == "1e-99999");
  CHECK(decimal(Rational("-1e-100000"), 3, Rounding::up) == "-1e-100000");
  CHECK(decimal(Rational("1e-100000") / 2, 3, Rounding::down) == "0");
  CHECK(decimal(Rational("1e-100000") / 2, 3, Rounding::up) == "1e-100000");
}
