#include "numbers/exact.hpp"

#include <climits>
#include <stdexcept>
#include <utility>

namespace hallmark::check {

namespace {

void not_zero(int sign) {
  if (sign == 0) throw std::domain_error("division by 0");
}

/// What a function of GMP makes of its arguments.
template <class... Arguments>
Integer made(std::uint64_t units, std::uint64_t most_limbs, const auto& function, Arguments... arguments) {
  Integer result;
  result.write(units, most_limbs, function, arguments...);
  return result;
}

std::uint64_t quotient_price(const Integer& a, const Integer& b) {
  not_zero(b.sign());
  return price::quotient(a.limbs(), b.limbs());
}

Count power_limbs(mpz_srcptr a, Count exponent) {
  return mpz_cmpabs_ui(a, 1) <= 0 ? Count(1) : mpz_sizeinbase(a, 2) * exponent / 64 + 1;
}

}  // namespace

void Integer::set(std::uint64_t size, bool negative) {
  if (size == 0) return;
  write(16, 0, [size, negative](mpz_ptr z) {
    if (size <= ULONG_MAX) {
      mpz_set_ui(z, static_cast<unsigned long>(size));
    } else {
      mpz_import(z, 1, 1, sizeof size, 0, 0, &size);
    }
    if (negative) mpz_neg(z, z);
  });
}

Integer& Integer::operator/=(const Integer& b) { return write(quotient_price(*this, b), 0, mpz_tdiv_q, z_, b.z_); }

Integer& Integer::operator<<=(unsigned long bits) {
  const std::uint64_t most = limbs() + bits / 64 + 1;
  return write(price::copy(most), most, mpz_mul_2exp, z_, bits);
}

Integer& Integer::times_ratio(Count numerator, Count denominator, bool up) {
  if (numerator > ULONG_MAX || denominator > ULONG_MAX) {
    *this *= numerator;
    return *this = up ? ceil_div(*this, denominator) : floor_div(*this, denominator);
  }
  not_zero(denominator == 0 ? 0 : 1);
  const unsigned long times = numerator;
  const unsigned long by = denominator;
  return write(30 + 6 * limbs(), 0, [&](mpz_ptr z) {
    mpz_mul_ui(z, z, times);
    up ? mpz_cdiv_q_ui(z, z, by) : mpz_fdiv_q_ui(z, z, by);
  });
}

Count Integer::to_count() const {
  if (bits() > 63) throw TooMuchWork();
  std::uint64_t size = 0;
  mpz_export(&size, nullptr, 1, sizeof size, 0, 0, z_);
  return sign() < 0 ? -Count(size) : Count(size);
}

std::string Integer::text() const {
  Meter::charge(price::decimal(limbs()));
  std::string digits(mpz_sizeinbase(z_, 10) + 2, '\0');
  mpz_get_str(digits.data(), 10, z_);
  digits.resize(digits.find('\0'));
  return digits;
}

Integer operator%(const Integer& a, const Integer& b) {
  return made(quotient_price(a, b), 0, mpz_tdiv_r, raw(a), raw(b));
}

Integer operator-(const Integer& a) { return made(price::copy(a.limbs()), a.limbs(), mpz_neg, raw(a)); }

Integer abs(const Integer& a) { return made(price::copy(a.limbs()), a.limbs(), mpz_abs, raw(a)); }

Integer gcd(const Integer& a, const Integer& b) {
  return made(price::gcd(a.limbs(), b.limbs()), 0, mpz_gcd, raw(a), raw(b));
}

Integer pow(const Integer& a, Count exponent) {
  const Count most = power_limbs(raw(a), exponent);
  return made(2 * price::product(most, most), 4 * most, mpz_pow_ui, raw(a), static_cast<unsigned long>(exponent));
}

Integer sqrt(const Integer& a) {
  if (a.sign() < 0) throw std::domain_error("the root of a negative integer");
  return made(2 * price::product(a.limbs(), a.limbs()), a.limbs(), mpz_sqrt, raw(a));
}

Integer binomial(const Integer& n, Count k) {
  // k small factors one after the other, together at most (3 n/k)^k.
  const Count factor = n.bits() - std::min(n.bits(), bits_of(k)) + 3;
  const Count most = factor * k / 64 + 1;
  return made(k * (60 + most), 2 * most, mpz_bin_ui, raw(n), static_cast<unsigned long>(k));
}

Integer floor_div(const Integer& a, const Integer& b) {
  return made(quotient_price(a, b), a.limbs(), mpz_fdiv_q, raw(a), raw(b));
}

Integer ceil_div(const Integer& a, const Integer& b) {
  return made(quotient_price(a, b), a.limbs(), mpz_cdiv_q, raw(a), raw(b));
}

Rational::Rational(const Integer& numerator, const Integer& denominator) : Rational() {
  not_zero(denominator.sign());
  const std::uint64_t a = numerator.limbs();
  const std::uint64_t b = denominator.limbs();
  write(price::gcd(a, b) + price::quotient(a, 1) + price::quotient(b, 1), a + b, [&](mpq_ptr q) {
    mpz_set(mpq_numref(q), raw(numerator));
    mpz_set(mpq_denref(q), raw(denominator));
    mpq_canonicalize(q);
  });
}

/// Two products, and what the common factors of both denominators cost.
Rational& Rational::sum(void (*function)(mpq_ptr, mpq_srcptr, mpq_srcptr), const Rational& b) {
  const std::uint64_t a1 = limbs_above();
  const std::uint64_t a2 = limbs_below();
  const std::uint64_t b1 = b.limbs_above();
  const std::uint64_t b2 = b.limbs_below();
  const std::uint64_t common = std::min(a2, b2);
  return write(2 * price::gcd(a2, b2) + price::product(a1, b2) + price::product(b1, a2) + price::product(a2, b2) +
                   price::quotient(std::max(a1 + b2, a2 + b1), common),
               2 * (limbs() + b.limbs()), function, q_, b.q_);
}

Rational& Rational::product(const auto& function, mpq_srcptr b, std::uint64_t above, std::uint64_t below) {
  return write(2 * (price::gcd(limbs_above(), below) + price::gcd(limbs_below(), above)) +
                   price::product(limbs_above(), above) + price::product(limbs_below(), below),
               2 * (limbs() + above + below), function, q_, b);
}

Rational& Rational::operator/=(const Rational& b) {
  not_zero(b.sign());
  return product(mpq_div, b.q_, b.limbs_below(), b.limbs_above());
}

std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
  Meter::charge(price::product(a.limbs_above(), b.limbs_below()) + price::product(a.limbs_below(), b.limbs_above()));
  return mpq_cmp(a.q_, b.q_) <=> 0;
}

Count Rational::bits() const { return mpz_sizeinbase(mpq_numref(q_), 2) + mpz_sizeinbase(mpq_denref(q_), 2); }

Rational operator-(Rational a) {
  a.write(16, 0, [](mpq_ptr q) { mpq_neg(q, q); });
  return a;
}

Integer numerator(const Rational& a) { return made(price::copy(a.limbs()), a.limbs(), mpz_set, mpq_numref(raw(a))); }

Integer denominator(const Rational& a) { return made(price::copy(a.limbs()), a.limbs(), mpz_set, mpq_denref(raw(a))); }

Rational pow(const Rational& a, Count exponent) {
  const Count most = power_limbs(mpq_numref(raw(a)), exponent) + power_limbs(mpq_denref(raw(a)), exponent);
  const unsigned long times = exponent;
  Rational result;
  result.write(2 * price::product(most, most), 4 * most, [&](mpq_ptr q) {
    mpz_pow_ui(mpq_numref(q), mpq_numref(raw(a)), times);
    mpz_pow_ui(mpq_denref(q), mpq_denref(raw(a)), times);
  });
  return result;
}

double roughly(const Rational& a) {
  Meter::charge(price::copy(a.limbs()));
  return mpq_get_d(raw(a));
}

}  // namespace hallmark::check
