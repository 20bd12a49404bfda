#pragma once

#include <cstdint>

#include "numbers/interval.hpp"

namespace hallmark::check {

inline std::uint64_t limbs(unsigned long bits) { return bits / 64 + 1; }

/// An enclosure in integers, of a nonnegative number in some unit. Lower ends are rounded down and never negative,
/// upper ends up.
struct Fixed {
  Integer lo, hi;

  void times_ratio(std::uint64_t numerator, std::uint64_t denominator) {
    mpz_mul_ui(raw(lo), raw(lo), numerator);
    mpz_fdiv_q_ui(raw(lo), raw(lo), denominator);
    mpz_mul_ui(raw(hi), raw(hi), numerator);
    mpz_cdiv_q_ui(raw(hi), raw(hi), denominator);
  }
  /// Times factor / 2^shift.
  void times(const Fixed& factor, unsigned long shift) {
    mpz_mul(raw(lo), raw(lo), raw(factor.lo));
    mpz_fdiv_q_2exp(raw(lo), raw(lo), shift);
    mpz_mul(raw(hi), raw(hi), raw(factor.hi));
    mpz_cdiv_q_2exp(raw(hi), raw(hi), shift);
  }
  void shift_right(unsigned long shift) {
    mpz_fdiv_q_2exp(raw(lo), raw(lo), shift);
    mpz_cdiv_q_2exp(raw(hi), raw(hi), shift);
  }
  void add(const Fixed& other) {
    mpz_add(raw(lo), raw(lo), raw(other.lo));
    mpz_add(raw(hi), raw(hi), raw(other.hi));
  }
  void add_product(const Fixed& a, const Fixed& b) {
    mpz_addmul(raw(lo), raw(a.lo), raw(b.lo));
    mpz_addmul(raw(hi), raw(a.hi), raw(b.hi));
  }
  void add_product(const Fixed& a, std::uint64_t b) {
    mpz_addmul_ui(raw(lo), raw(a.lo), b);
    mpz_addmul_ui(raw(hi), raw(a.hi), b);
  }
  void subtract(const Fixed& other) {
    mpz_sub(raw(lo), raw(lo), raw(other.hi));
    if (mpz_sgn(raw(lo)) < 0) mpz_set_ui(raw(lo), 0);
    mpz_sub(raw(hi), raw(hi), raw(other.lo));
  }
};

}  // namespace hallmark::check
