#include "exact/decimal.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exact/error.hpp"

namespace hallmark {
namespace {

// |x| = digits * 10^exponent rounded to `precision` significant digits toward or away from zero; x != 0.
struct Scientific {
  std::string digits;  // exactly `precision` characters, the first not 0
  slong exponent = 0;  // of the last digit
};

// floor(log10 |x|) or one less: from the bit lengths of numerator and denominator.
slong decimal_exponent_below(const Rational& x) {
  const slong top = static_cast<slong>(fmpz_bits(fmpq_numref(x.raw())));
  const slong bottom = static_cast<slong>(fmpz_bits(fmpq_denref(x.raw())));
  const slong bits = top - bottom - 1;  // 2^bits < |x|
  // log10(2) lies between 0.30102999 and 0.30103; rounding toward minus infinity, one unit to spare.
  return (bits >= 0 ? bits * 30102 / 100000 : -((-bits * 30103 + 99999) / 100000)) - 1;
}

Scientific scientific(const Rational& x, slong precision, bool away_from_zero) {
  require(x.sign() != 0 && precision >= 1, "scientific text of a nonzero number");
  const Rational size = x.sign() < 0 ? -x : x;
  slong exponent = decimal_exponent_below(size) - precision + 1;
  for (;;) {
    const Rational scaled = size * pow(Rational(10), -exponent);
    const Rational rounded = away_from_zero ? ceil(scaled) : floor(scaled);
    std::string digits = rounded.to_string();
    const slong excess = static_cast<slong>(digits.size()) - precision;
    if (excess <= 0) {
      require(excess == 0, "the decimal exponent is not above the true one");
      return {std::move(digits), exponent};
    }
    exponent += excess;  // too many digits: round again, from the number itself
  }
}

Rational value_of(const Scientific& s) { return Rational(s.digits) * pow(Rational(10), s.exponent); }

std::string trimmed(std::string digits) {
  while (digits.size() > 1 && digits.back() == '0') digits.pop_back();
  return digits;
}

std::string layout(bool negative, const Scientific& s) {
  const std::string digits = trimmed(s.digits);
  const slong leading = s.exponent + static_cast<slong>(s.digits.size()) - 1;  // exponent of the first digit
  const slong count = static_cast<slong>(digits.size());
  std::string text = negative ? "-" : "";
  if (leading < -5 || leading >= 16) {
    text += digits.substr(0, 1);
    if (count > 1) text += "." + digits.substr(1);
    return text + fmt::format("e{}", leading);
  }
  if (leading < 0) return text + "0." + std::string(static_cast<std::size_t>(-leading - 1), '0') + digits;
  if (count <= leading + 1) return text + digits + std::string(static_cast<std::size_t>(leading + 1 - count), '0');
  return text + digits.substr(0, static_cast<std::size_t>(leading + 1)) + "." +
         digits.substr(static_cast<std::size_t>(leading + 1));
}

// x, or where the number grammar could not read its exponent back: 0 or 10^-(10^5) on the given side.
Rational writable(const Rational& x, Rounding rounding) {
  if (x.sign() == 0 || decimal_exponent_below(x) >= -max_exponent) return x;
  const bool positive = x.sign() > 0;
  const Rational least = pow(Rational(10), -max_exponent);
  if ((positive ? x : -x) >= least) return x;
  if ((rounding == Rounding::up) != positive) return 0;
  if (positive) return std::max(x, least);
  return std::min(x, -least);
}

}  // namespace

std::string decimal(const Rational& exact, slong digits, Rounding rounding) {
  const Rational x = writable(exact, rounding);
  if (x.sign() == 0) return "0";
  const bool negative = x.sign() < 0;
  return layout(negative, scientific(x, digits, (rounding == Rounding::up) != negative));
}

bool is_short_decimal(const Rational& x, slong digits) {
  if (x.sign() == 0) return true;
  return value_of(scientific(x, digits, false)) == (x.sign() < 0 ? -x : x);
}

double binary64(const Rational& x, Rounding rounding) {
  // One correct rounding by Arb's float type: the quotient is rounded toward the stated side, to 53 bits or fewer.
  arf_t value;
  arf_init(value);
  const arf_rnd_t direction = rounding == Rounding::up ? ARF_RND_CEIL : ARF_RND_FLOOR;
  arf_set_fmpq(value, x.raw(), 53, direction);
  const double result = arf_get_d(value, direction);  // rounds the subnormals in the same direction
  arf_clear(value);
  return result;
}

std::string binary64_decimal(double x) {
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  return fmt::format("{:.17g}", x);
}

std::string binary64_hexadecimal(double x) {
  if (std::isinf(x)) return x > 0 ? "inf" : "-inf";
  char text[40];
  std::snprintf(text, sizeof text, "%a", x);
  return text;
}

EnclosureText enclosure_text(const Rational& exact_lo, const Rational& exact_hi, slong least_digits,
                             slong point_digits) {
  require(exact_lo <= exact_hi, "lo <= hi");
  const Rational lo = writable(exact_lo, Rounding::down);
  const Rational hi = writable(exact_hi, Rounding::up);
  EnclosureText t;
  if (lo == hi) {
    const slong digits = std::max({slong{60}, least_digits, point_digits});
    t.lo = decimal(lo, digits, Rounding::down);
    t.hi = decimal(hi, digits, Rounding::up);
  } else {
    // One decimal position for both ends with unit <= (hi - lo) / 2: the decimals are at most twice as wide.
    const Rational half = (hi - lo) / 2;
    slong unit = decimal_exponent_below(half);
    while (pow(Rational(10), unit + 1) <= half) ++unit;
    const auto text = [&](const Rational& x, Rounding rounding) {
      if (x.sign() == 0) return std::string("0");
      const slong end_unit = std::min(unit, decimal_exponent_below(x.sign() < 0 ? -x : x) - least_digits + 1);
      const Rational scaled = x * pow(Rational(10), -end_unit);
      const Rational rounded = rounding == Rounding::up ? ceil(scaled) : floor(scaled);
      if (rounded.sign() == 0) return std::string("0");
      return layout(rounded.sign() < 0, {(rounded.sign() < 0 ? -rounded : rounded).to_string(), end_unit});
    };
    t.lo = text(lo, Rounding::down);
    t.hi = text(hi, Rounding::up);
  }
  const double lo64 = binary64(lo, Rounding::down);
  const double hi64 = binary64(hi, Rounding::up);
  t.lo64 = binary64_decimal(lo64);
  t.hi64 = binary64_decimal(hi64);
  t.lo64x = binary64_hexadecimal(lo64);
  t.hi64x = binary64_hexadecimal(hi64);
  return t;
}

}  // namespace hallmark
