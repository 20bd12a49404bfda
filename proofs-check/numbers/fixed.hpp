#pragma once

#include <climits>
#include <cstdint>

#include "numbers/interval.hpp"

namespace hallmark::check {

/// An enclosure in integers, of a nonnegative number in some unit. Lower ends are rounded down and never negative,
/// upper ends up.
struct Fixed {
  Integer lo, hi;

  void times_ratio(std::uint64_t numerator, std::uint64_t denominator) {
    if (numerator <= ULONG_MAX && denominator <= ULONG_MAX) {
      const auto up = static_cast<unsigned long>(numerator);
      const auto down = static_cast<unsigned long>(denominator);
      mpz_mul_ui(raw(lo), raw(lo), up);
      mpz_fdiv_q_ui(raw(lo), raw(lo), down);
      mpz_mul_ui(raw(hi), raw(hi), up);
      mpz_cdiv_q_ui(raw(hi), raw(hi), down);
    } else {
      lo = floor_div(lo * numerator, denominator);
      hi = ceil_div(hi * numerator, denominator);
    }
  }
  /// Times factor / 2^shift.
  void times(const Fixed& factor, unsigned long shift) {
    lo *= factor.lo;
    hi *= factor.hi;
    shift_right(shift);
  }
  void shift_right(unsigned long shift) {
    lo >>= shift;
    mpz_cdiv_q_2exp(raw(hi), raw(hi), shift);
  }
  void add(const Fixed& other) {
    lo += other.lo;
    hi += other.hi;
  }
  void add_product(const Fixed& a, const Fixed& b) {
    mpz_addmul(raw(lo), raw(a.lo), raw(b.lo));
    mpz_addmul(raw(hi), raw(a.hi), raw(b.hi));
  }
  void add_product(const Fixed& a, std::uint64_t b) {
    if (b <= ULONG_MAX) {
      mpz_addmul_ui(raw(lo), raw(a.lo), static_cast<unsigned long>(b));
      mpz_addmul_ui(raw(hi), raw(a.hi), static_cast<unsigned long>(b));
    } else {
      lo += a.lo * b;
      hi += a.hi * b;
    }
  }
  void subtract(const Fixed& other) {
    lo -= other.hi;
    if (lo.sign() < 0) lo = 0;
    hi -= other.lo;
  }
};

/// x >= 0, finite, in units of 2^-unit.
inline Fixed to_fixed(const Interval& x, unsigned long unit) {
  const auto up = static_cast<long>(unit);
  return {scaled_floor(x, up), scaled_ceil(x, up)};
}

inline Interval to_interval(const Fixed& x, unsigned long unit, mpfr_prec_t precision) {
  return times_power_of_two(Interval(x.lo, x.hi, precision), -static_cast<long>(unit));
}

}  // namespace hallmark::check
