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

}  // namespace

void Integer::set(std::uint64_t size, bool negative) {
  mpz_import(z_, 1, 1, sizeof size, 0, 0, &size);
  if (negative) mpz_neg(z_, z_);
}

Integer& Integer::operator+=(const Integer& b) {
  mpz_add(z_, z_, b.z_);
  return *this;
}
Integer& Integer::operator-=(const Integer& b) {
  mpz_sub(z_, z_, b.z_);
  return *this;
}
Integer& Integer::operator*=(const Integer& b) {
  mpz_mul(z_, z_, b.z_);
  return *this;
}
Integer& Integer::operator/=(const Integer& b) {
  not_zero(b.sign());
  mpz_tdiv_q(z_, z_, b.z_);
  return *this;
}
Integer& Integer::operator<<=(unsigned long bits) {
  mpz_mul_2exp(z_, z_, bits);
  return *this;
}
Integer& Integer::operator>>=(unsigned long bits) {
  mpz_fdiv_q_2exp(z_, z_, bits);
  return *this;
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

Integer operator+(Integer a, const Integer& b) { return std::move(a += b); }
Integer operator-(Integer a, const Integer& b) { return std::move(a -= b); }
Integer operator*(Integer a, const Integer& b) { return std::move(a *= b); }
Integer operator/(Integer a, const Integer& b) { return std::move(a /= b); }
Integer operator<<(Integer a, unsigned long bits) { return std::move(a <<= bits); }
Integer operator>>(Integer a, unsigned long bits) { return std::move(a >>= bits); }

Integer operator%(const Integer& a, const Integer& b) {
  not_zero(b.sign());
  Integer result;
  mpz_tdiv_r(raw(result), raw(a), raw(b));
  return result;
}

Integer operator-(Integer a) {
  mpz_neg(raw(a), raw(a));
  return a;
}

Integer abs(Integer a) {
  mpz_abs(raw(a), raw(a));
  return a;
}

Integer gcd(const Integer& a, const Integer& b) {
  Integer result;
  mpz_gcd(raw(result), raw(a), raw(b));
  return result;
}

Integer pow(const Integer& a, std::uint64_t exponent) {
  Integer result;
  mpz_pow_ui(raw(result), raw(a), word(exponent));
  return result;
}

Integer sqrt(const Integer& a) {
  if (a.sign() < 0) throw std::domain_error("the root of a negative integer");
  Integer result;
  mpz_sqrt(raw(result), raw(a));
  return result;
}

Integer binomial(const Integer& n, std::uint64_t k) {
  Integer result;
  mpz_bin_ui(raw(result), raw(n), word(k));
  return result;
}

Integer floor_div(const Integer& a, const Integer& b) {
  not_zero(b.sign());
  Integer result;
  mpz_fdiv_q(raw(result), raw(a), raw(b));
  return result;
}

Integer ceil_div(const Integer& a, const Integer& b) {
  not_zero(b.sign());
  Integer result;
  mpz_cdiv_q(raw(result), raw(a), raw(b));
  return result;
}

Rational::Rational(const Integer& numerator, const Integer& denominator) : Rational() {
  not_zero(denominator.sign());
  mpz_set(mpq_numref(q_), raw(numerator));
  mpz_set(mpq_denref(q_), raw(denominator));
  mpq_canonicalize(q_);
}

Rational& Rational::operator+=(const Rational& b) {
  mpq_add(q_, q_, b.q_);
  return *this;
}
Rational& Rational::operator-=(const Rational& b) {
  mpq_sub(q_, q_, b.q_);
  return *this;
}
Rational& Rational::operator*=(const Rational& b) {
  mpq_mul(q_, q_, b.q_);
  return *this;
}
Rational& Rational::operator/=(const Rational& b) {
  not_zero(b.sign());
  mpq_div(q_, q_, b.q_);
  return *this;
}

std::size_t Rational::bits() const { return mpz_sizeinbase(mpq_numref(q_), 2) + mpz_sizeinbase(mpq_denref(q_), 2); }

Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }

Rational operator-(Rational a) {
  mpq_neg(raw(a), raw(a));
  return a;
}

Integer numerator(const Rational& a) {
  Integer result;
  mpz_set(raw(result), mpq_numref(raw(a)));
  return result;
}

Integer denominator(const Rational& a) {
  Integer result;
  mpz_set(raw(result), mpq_denref(raw(a)));
  return result;
}

Rational pow(const Rational& a, std::uint64_t exponent) {
  Rational result;
  mpz_pow_ui(mpq_numref(raw(result)), mpq_numref(raw(a)), word(exponent));
  mpz_pow_ui(mpq_denref(raw(result)), mpq_denref(raw(a)), word(exponent));
  return result;
}

double roughly(const Rational& a) { return mpq_get_d(raw(a)); }

}  // namespace hallmark::check
