// Decimal and binary64 texts of rationals, rounded in a stated direction.
#pragma once

#include <string>

#include "exact/rational.hpp"
#include "hallmark/words.hpp"

namespace hallmark {

// What these texts say, the number grammar reads back: numbers below 10^-(10^5) in size become 0 or that, outward.

/// The decimal of at most `digits` significant digits next to x on the given side ("1.5e-7" below 1e-5 and from 1e16).
/// Kind:      lower bound (down), upper bound (up): the nearest such decimal
/// Domain:    1 <= digits
[[nodiscard]] std::string decimal(const Rational& x, slong digits, Rounding rounding);

/// Whether x has a finite decimal expansion of at most `digits` significant digits.
/// Kind:      exact
/// Domain:    1 <= digits
[[nodiscard]] bool is_short_decimal(const Rational& x, slong digits);

/// The binary64 number next to x on the given side; +-inf beyond its range, 0 or the smallest subnormal near 0.
/// Kind:      lower bound (down), upper bound (up)
[[nodiscard]] double binary64(const Rational& x, Rounding rounding);

/// 17 significant digits, which every language reads back exactly; "inf" and "-inf" for the infinities.
[[nodiscard]] std::string binary64_decimal(double x);
/// Hexadecimal, as C's %a prints it with a normalised leading digit.
[[nodiscard]] std::string binary64_hexadecimal(double x);

/// The texts of one enclosure lo <= x <= hi.
struct EnclosureText {
  std::string lo, hi;        // decimals rounded outward, at most twice as wide as hi - lo
  std::string lo64, hi64;    // directed binary64, decimal
  std::string lo64x, hi64x;  // the same, hexadecimal
};

/// Each end keeps at least `least_digits` significant digits: the two ends of a bracket are numbers of their own.
/// One number, lo = hi, keeps `point_digits`, and 60 at least.
/// Kind:      encloses
/// Domain:    lo <= hi, 1 <= least_digits
[[nodiscard]] EnclosureText enclosure_text(const Rational& lo, const Rational& hi, slong least_digits = 1,
                                           slong point_digits = 60);

}  // namespace hallmark
