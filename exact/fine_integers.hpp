// Complex numbers in units of 2^-120, in integers of 128 bits: about ten times as fast as balls of as many bits.
#pragma once

#include <cmath>
#include <cstdint>
#include <optional>

#include "exact/complex_ball.hpp"

namespace hallmark::fine {

__extension__ using Wide = __int128;

inline constexpr int half_bits = 60;  // 2^-120 in two halves
inline constexpr double unit = 0x1p-120;
inline constexpr Wide one = Wide{1} << (2 * half_bits);
inline constexpr double raised = 1 + 0x1p-20;  // beyond the roundings of a few positive doubles

struct Complex {
  Wide re = 0, im = 0;
};

/// a b in units: too small, by less than two of them.
/// Kind:      encloses
/// Domain:    |a| < 4, |b| <= 2 (in numbers, not units)
/// Rigor:     a = a1 2^60 + a0, 0 <= a0 < 2^60, b alike: left out are a0 b0 2^-120 and the fraction of (a1 b0 + a0 b1)
///            2^-60. |a1| is at most 2^62 and |b1| at most 2^61, so that nothing passes 2^124
[[nodiscard]] inline Wide product(Wide a, Wide b) {
  constexpr Wide low = (Wide{1} << half_bits) - 1;
  const auto a_high = static_cast<std::int64_t>(a >> half_bits), a_low = static_cast<std::int64_t>(a & low);
  const auto b_high = static_cast<std::int64_t>(b >> half_bits), b_low = static_cast<std::int64_t>(b & low);
  const Wide across = static_cast<Wide>(a_high) * b_low + static_cast<Wide>(a_low) * b_high;
  return static_cast<Wide>(a_high) * b_high + (across >> half_bits);
}

/// What a complex product is off by beyond what its factors are: less than sqrt(2^2 + 4^2) units.
inline constexpr double product_off = 5 * unit;

/// a b, off by at most product_off.
/// Kind:      encloses
/// Domain:    parts of a below 4, of b at most 2 in size
/// Rigor:     the real part is a difference of two products, off by less than two units; the imaginary one a sum, less
///            than four
[[nodiscard]] inline Complex product(const Complex& a, const Complex& b) {
  return {product(a.re, b.re) - product(a.im, b.im), product(a.re, b.im) + product(a.im, b.re)};
}

/// At least |a|, and at most a share of 2^-19 more.
/// Kind:      upper bound
[[nodiscard]] inline double size_of(const Complex& a) {
  const double re = static_cast<double>(a.re) * unit, im = static_cast<double>(a.im) * unit;
  return raised * std::sqrt(re * re + im * im);
}

/// The centre of x 2^-scale rounded down to units; its radius, as a number, goes to `off`. Nothing where it is 4 or more.
/// Kind:      encloses: off by less than a unit and the radius
[[nodiscard]] std::optional<Wide> part(arb_srcptr x, slong scale, double& off);

/// A number, and at least what it is off by.
struct Known {
  Complex value;
  double off = 0;
};

/// x 2^-scale.
/// Kind:      encloses; nothing where a part is 4 or more
[[nodiscard]] std::optional<Known> known(const ComplexBall& x, slong scale);

/// a b.
/// Kind:      encloses
/// Domain:    as the product of their values
/// Rigor:     off by |a| r' + |b| r + r r' and product_off, for r and r' that a and b are off by
[[nodiscard]] Known product(const Known& a, const Known& b);

/// x units times 2^scale.
/// Kind:      exact, rounded to `bits`
[[nodiscard]] Ball ball_of(Wide x, slong scale, slong bits);

}  // namespace hallmark::fine
