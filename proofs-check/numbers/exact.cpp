#include "numbers/exact.hpp"

#include <climits>
#include <stdexcept>
#include <utility>

namespace hallmark::check {

namespace {

void not_zero(int sign) {
  if (sign == 0) throw std::domain_error("division by 0");
}

/// An argument of GMP, whose words may have 32 bits.
unsigned long word(std::uint64_t value) {
  if (value > ULONG_MAX) throw std::overflow_error("an exponent beyond the words of this machine");
  return static_cast<unsigned long>(value);
}

/// What a function of GMP makes of its arguments.
template <class... Arguments>
Integer made(const auto& function, Arguments... arguments) {
  Integer result;
  function(raw(result), arguments...);
  return result;
}

}  // namespace

void Integer::set(std::uint64_t size, bool negative) {
  mpz_import(z_, 1, 1, sizeof size, 0, 0, &size);
  if (negative) mpz_neg(z_, z_);
}

Integer& Integer::operator/=(const Integer& b) {
  not_zero(b.sign());
  return apply(mpz_tdiv_q, b.z_);
}

std::uint64_t Integer::to_unsigned() const {
  if (sign() < 0 || bits() > 64) throw std::overflow_error("an integer beyond 64 bits");
  std::uint64_t value = 0;
  mpz_export(&value, nullptr, 1, sizeof value, 0, 0, z_);
  return value;
}

std::int64_t Integer::to_signed() const {
  if (bits() > 63) throw std::overflow_error("an integer beyond 63 bits");
  const auto size = static_cast<std::int64_t>(abs(*this).to_unsigned());
  return sign() < 0 ? -size : size;
}

std::string Integer::text() const {
  std::string digits(mpz_sizeinbase(z_, 10) + 2, '\0');
  mpz_get_str(digits.data(), 10, z_);
  digits.resize(digits.find('\0'));
  return digits;
}

Integer operator%(const Integer& a, const Integer& b) {
  not_zero(b.sign());
  return made(mpz_tdiv_r, raw(a), raw(b));
}

Integer operator-(const Integer& a) { return made(mpz_neg, raw(a)); }

Integer abs(const Integer& a) { return made(mpz_abs, raw(a)); }

Integer gcd(const Integer& a, const Integer& b) { return made(mpz_gcd, raw(a), raw(b)); }

Integer pow(const Integer& a, std::uint64_t exponent) { return made(mpz_pow_ui, raw(a), word(exponent)); }

Integer sqrt(const Integer& a) {
  if (a.sign() < 0) throw std::domain_error("the root of a negative integer");
  return made(mpz_sqrt, raw(a));
}

Integer binomial(const Integer& n, std::uint64_t k) { return made(mpz_bin_ui, raw(n), word(k)); }

Integer floor_div(const Integer& a, const Integer& b) {
  not_zero(b.sign());
  return made(mpz_fdiv_q, raw(a), raw(b));
}

Integer ceil_div(const Integer& a, const Integer& b) {
  not_zero(b.sign());
  return made(mpz_cdiv_q, raw(a), raw(b));
}

Rational::Rational(const Integer& numerator, const Integer& denominator) : Rational() {
  not_zero(denominator.sign());
  mpz_set(mpq_numref(q_), raw(numerator));
  mpz_set(mpq_denref(q_), raw(denominator));
  mpq_canonicalize(q_);
}

Rational& Rational::operator/=(const Rational& b) {
  not_zero(b.sign());
  return apply(mpq_div, b.q_);
}

std::size_t Rational::bits() const { return mpz_sizeinbase(mpq_numref(q_), 2) + mpz_sizeinbase(mpq_denref(q_), 2); }

Rational operator-(Rational a) {
  mpq_neg(raw(a), raw(a));
  return a;
}

Integer numerator(const Rational& a) { return made(mpz_set, mpq_numref(raw(a))); }

Integer denominator(const Rational& a) { return made(mpz_set, mpq_denref(raw(a))); }

Rational pow(const Rational& a, std::uint64_t exponent) {
  Rational result;
  mpz_pow_ui(mpq_numref(raw(result)), mpq_numref(raw(a)), word(exponent));
  mpz_pow_ui(mpq_denref(raw(result)), mpq_denref(raw(a)), word(exponent));
  return result;
}

double roughly(const Rational& a) { return mpq_get_d(raw(a)); }

}  // namespace hallmark::check
