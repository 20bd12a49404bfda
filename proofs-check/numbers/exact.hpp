#pragma once

#include <gmp.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

namespace hallmark::check {

/// An integer of any size: an mpz as a value. Division rounds towards 0, a shift to the right down, as in GMP's
/// tdiv and fdiv_q_2exp; a divisor 0 throws std::domain_error.
class Integer {
 public:
  Integer() { mpz_init(z_); }
  template <std::integral T>
  Integer(T value) : Integer() {  // NOLINT(google-explicit-constructor): every built-in integer is one, exactly
    if constexpr (std::signed_integral<T>) {
      set(value < 0 ? ~static_cast<std::uint64_t>(value) + 1 : static_cast<std::uint64_t>(value), value < 0);
    } else {
      set(value, false);
    }
  }
  Integer(const Integer& other) { mpz_init_set(z_, other.z_); }
  Integer(Integer&& other) noexcept : Integer() { mpz_swap(z_, other.z_); }
  Integer& operator=(const Integer& other) {
    mpz_set(z_, other.z_);
    return *this;
  }
  Integer& operator=(Integer&& other) noexcept {
    mpz_swap(z_, other.z_);
    return *this;
  }
  ~Integer() { mpz_clear(z_); }

  Integer& operator+=(const Integer& b) { return apply(mpz_add, b.z_); }
  Integer& operator-=(const Integer& b) { return apply(mpz_sub, b.z_); }
  Integer& operator*=(const Integer& b) { return apply(mpz_mul, b.z_); }
  Integer& operator/=(const Integer& b);
  Integer& operator<<=(unsigned long bits) { return apply(mpz_mul_2exp, bits); }
  Integer& operator>>=(unsigned long bits) { return apply(mpz_fdiv_q_2exp, bits); }
  Integer& operator++() { return *this += 1; }
  Integer& operator--() { return *this -= 1; }

  friend Integer operator+(Integer a, const Integer& b) { return std::move(a += b); }
  friend Integer operator-(Integer a, const Integer& b) { return std::move(a -= b); }
  friend Integer operator*(Integer a, const Integer& b) { return std::move(a *= b); }
  friend Integer operator/(Integer a, const Integer& b) { return std::move(a /= b); }
  friend Integer operator<<(Integer a, unsigned long bits) { return std::move(a <<= bits); }
  friend Integer operator>>(Integer a, unsigned long bits) { return std::move(a >>= bits); }
  friend bool operator==(const Integer& a, const Integer& b) { return mpz_cmp(a.z_, b.z_) == 0; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) { return mpz_cmp(a.z_, b.z_) <=> 0; }

  [[nodiscard]] int sign() const { return mpz_sgn(z_); }
  /// The bits of its size; 1 for 0.
  [[nodiscard]] std::size_t bits() const { return mpz_sizeinbase(z_, 2); }
  /// Its value; throws std::overflow_error unless it is one of std::uint64_t, of std::int64_t.
  [[nodiscard]] std::uint64_t to_unsigned() const;
  [[nodiscard]] std::int64_t to_signed() const;
  [[nodiscard]] std::string text() const;

  [[nodiscard]] friend mpz_ptr raw(Integer& x) { return x.z_; }
  [[nodiscard]] friend mpz_srcptr raw(const Integer& x) { return x.z_; }

 private:
  void set(std::uint64_t size, bool negative);
  /// function(this, this, argument) of GMP.
  template <class Argument>
  Integer& apply(const auto& function, Argument argument) {
    function(z_, z_, argument);
    return *this;
  }

  mpz_t z_;
};

[[nodiscard]] Integer operator%(const Integer& a, const Integer& b);
[[nodiscard]] Integer operator-(const Integer& a);
[[nodiscard]] Integer abs(const Integer& a);
[[nodiscard]] Integer gcd(const Integer& a, const Integer& b);
[[nodiscard]] Integer pow(const Integer& a, std::uint64_t exponent);
[[nodiscard]] Integer sqrt(const Integer& a);                       ///< floor(sqrt a), a >= 0
[[nodiscard]] Integer binomial(const Integer& n, std::uint64_t k);  ///< C(n, k)
/// floor(a / b) and ceil(a / b); throw std::domain_error if b = 0.
[[nodiscard]] Integer floor_div(const Integer& a, const Integer& b);
[[nodiscard]] Integer ceil_div(const Integer& a, const Integer& b);

/// A rational in lowest terms, its denominator positive: an mpq as a value. A denominator or divisor 0 throws
/// std::domain_error.
class Rational {
 public:
  Rational() { mpq_init(q_); }
  template <std::integral T>
  Rational(T value) : Rational(Integer(value)) {}                             // NOLINT(google-explicit-constructor)
  Rational(const Integer& value) : Rational() { mpq_set_z(q_, raw(value)); }  // NOLINT(google-explicit-constructor)
  Rational(const Integer& numerator, const Integer& denominator);
  Rational(const Rational& other) : Rational() { mpq_set(q_, other.q_); }
  Rational(Rational&& other) noexcept : Rational() { mpq_swap(q_, other.q_); }
  Rational& operator=(const Rational& other) {
    mpq_set(q_, other.q_);
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept {
    mpq_swap(q_, other.q_);
    return *this;
  }
  ~Rational() { mpq_clear(q_); }

  Rational& operator+=(const Rational& b) { return apply(mpq_add, b.q_); }
  Rational& operator-=(const Rational& b) { return apply(mpq_sub, b.q_); }
  Rational& operator*=(const Rational& b) { return apply(mpq_mul, b.q_); }
  Rational& operator/=(const Rational& b);

  friend Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
  friend Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
  friend Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
  friend Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }
  friend bool operator==(const Rational& a, const Rational& b) { return mpq_equal(a.q_, b.q_) != 0; }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) { return mpq_cmp(a.q_, b.q_) <=> 0; }

  [[nodiscard]] int sign() const { return mpq_sgn(q_); }
  /// The bits of numerator and denominator together.
  [[nodiscard]] std::size_t bits() const;

  [[nodiscard]] friend mpq_ptr raw(Rational& x) { return x.q_; }
  [[nodiscard]] friend mpq_srcptr raw(const Rational& x) { return x.q_; }

 private:
  template <class Argument>
  Rational& apply(const auto& function, Argument argument) {
    function(q_, q_, argument);
    return *this;
  }

  mpq_t q_;
};

[[nodiscard]] Rational operator-(Rational a);
[[nodiscard]] Integer numerator(const Rational& a);
[[nodiscard]] Integer denominator(const Rational& a);
[[nodiscard]] Rational pow(const Rational& a, std::uint64_t exponent);
/// A binary64 near a: for guesses only.
[[nodiscard]] double roughly(const Rational& a);

}  // namespace hallmark::check
