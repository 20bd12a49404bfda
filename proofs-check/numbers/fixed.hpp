#pragma once

#include <cstdint>

#include "numbers/interval.hpp"

namespace hallmark::check {

/// An enclosure in integers, of a nonnegative number in some unit. Lower ends are rounded down and never negative,
/// upper ends up.
struct Fixed {
  Integer lo, hi;

  void times_ratio(Count numerator, Count denominator) {
    lo.times_ratio(numerator, denominator, false);
    hi.times_ratio(numerator, denominator, true);
  }
  /// Times factor / 2^shift.
  void times(const Fixed& factor, Count shift) {
    lo *= factor.lo;
    hi *= factor.hi;
    shift_right(shift);
  }
  void shift_right(Count shift) {
    lo >>= shift;
    hi.shift_up(shift);
  }
  void add(const Fixed& other) {
    lo += other.lo;
    hi += other.hi;
  }
  void add_product(const Fixed& a, const Fixed& b) {
    lo.add_product(a.lo, b.lo);
    hi.add_product(a.hi, b.hi);
  }
  void add_product(const Fixed& a, const Integer& b) {
    lo.add_product(a.lo, b);
    hi.add_product(a.hi, b);
  }
  void subtract(const Fixed& other) {
    lo -= other.hi;
    if (lo.sign() < 0) lo = 0;
    hi -= other.lo;
  }
};

/// x >= 0, finite, in units of 2^-unit.
inline Fixed to_fixed(const Interval& x, Count unit) {
  const Count up = unit;
  return {scaled_floor(x, up), scaled_ceil(x, up)};
}

inline Interval to_interval(const Fixed& x, Count unit, Count precision) {
  return times_power_of_two(Interval(x.lo, x.hi, precision), -unit);
}

}  // namespace hallmark::check
