#pragma once

#include <gmp.h>

#include <compare>
#include <concepts>
#include <cstdint>
#include <string>
#include <utility>

#include "numbers/meter.hpp"

namespace hallmark::check {

/// An integer of any size: an mpz as a value. Division rounds towards 0, a shift to the right down, as in GMP's
/// tdiv and fdiv_q_2exp; a divisor 0 throws std::domain_error. Every operation takes its price from the meter, and what
/// it allocates is counted there.
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
  Integer(Count value) : Integer(std::int64_t{value}) {}  // NOLINT(google-explicit-constructor)
  Integer(const Integer& other) : Integer() { *this = other; }
  Integer(Integer&& other) noexcept : Integer() { mpz_swap(z_, other.z_); }
  Integer& operator=(const Integer& other) {
    return write(price::copy(other.limbs()), other.limbs(), mpz_set, other.z_);
  }
  Integer& operator=(Integer&& other) noexcept {
    mpz_swap(z_, other.z_);
    return *this;
  }
  ~Integer() {
    Meter::keep(-kept());
    mpz_clear(z_);
  }

  Integer& operator+=(const Integer& b) { return sum(mpz_add, *this, b); }
  Integer& operator-=(const Integer& b) { return sum(mpz_sub, *this, b); }
  Integer& operator*=(const Integer& b) { return product(mpz_mul, *this, b); }
  Integer& operator/=(const Integer& b);
  Integer& operator<<=(unsigned long bits);
  Integer& operator>>=(unsigned long bits) { return write(price::copy(limbs()), 0, mpz_fdiv_q_2exp, z_, bits); }
  Integer& operator++() { return *this += 1; }
  Integer& operator--() { return *this -= 1; }

  // The same into an integer that keeps its memory, for loops.
  Integer& set_sum(const Integer& a, const Integer& b) { return sum(mpz_add, a, b); }
  Integer& set_difference(const Integer& a, const Integer& b) { return sum(mpz_sub, a, b); }
  Integer& set_product(const Integer& a, const Integer& b) { return product(mpz_mul, a, b); }
  Integer& add_product(const Integer& a, const Integer& b) { return product(mpz_addmul, a, b); }
  Integer& set_floor_div(const Integer& a, unsigned long b) {  ///< b > 0
    return write(20 + 4 * a.limbs(), 0, mpz_fdiv_q_ui, a.z_, b);
  }
  /// ceil(this / 2^bits)
  Integer& shift_up(unsigned long bits) { return write(price::copy(limbs()), 0, mpz_cdiv_q_2exp, z_, bits); }
  /// times numerator / denominator, rounded down or up
  Integer& times_ratio(Count numerator, Count denominator, bool up);

  friend Integer operator+(Integer a, const Integer& b) { return std::move(a += b); }
  friend Integer operator-(Integer a, const Integer& b) { return std::move(a -= b); }
  friend Integer operator*(Integer a, const Integer& b) { return std::move(a *= b); }
  friend Integer operator/(Integer a, const Integer& b) { return std::move(a /= b); }
  friend Integer operator<<(Integer a, unsigned long bits) { return std::move(a <<= bits); }
  friend Integer operator>>(Integer a, unsigned long bits) { return std::move(a >>= bits); }
  friend bool operator==(const Integer& a, const Integer& b) { return compared(a, b) == 0; }
  friend std::strong_ordering operator<=>(const Integer& a, const Integer& b) { return compared(a, b) <=> 0; }

  [[nodiscard]] int sign() const { return mpz_sgn(z_); }
  /// The bits of its size; 1 for 0.
  [[nodiscard]] Count bits() const { return mpz_sizeinbase(z_, 2); }
  [[nodiscard]] std::uint64_t limbs() const { return mpz_size(z_); }
  /// Its value; throws TooMuchWork unless it is that of a count.
  [[nodiscard]] Count to_count() const;
  [[nodiscard]] std::string text() const;

  /// What a function of GMP or MPFR makes of it, at this price and of at most so many limbs.
  template <class Function, class... Arguments>
  Integer& write(std::uint64_t units, std::uint64_t most_limbs, const Function& function, Arguments... arguments) {
    Meter::charge(units);
    Meter::room(most_limbs);
    const std::int64_t before = kept();
    function(z_, arguments...);
    Meter::keep(kept() - before);
    return *this;
  }

  [[nodiscard]] friend mpz_srcptr raw(const Integer& x) { return x.z_; }

 private:
  void set(std::uint64_t size, bool negative);
  /// What it keeps in memory: its limbs, and what an allocation has besides.
  [[nodiscard]] std::int64_t kept() const { return z_->_mp_alloc == 0 ? 0 : std::int64_t{z_->_mp_alloc} + 4; }
  Integer& sum(const auto& function, const Integer& a, const Integer& b) {
    return write(price::copy(a.limbs() + b.limbs()), 0, function, a.z_, b.z_);
  }
  Integer& product(const auto& function, const Integer& a, const Integer& b) {
    const std::uint64_t limbs = a.limbs() + b.limbs();
    // Long products take as much again for themselves.
    return write(price::product(a.limbs(), b.limbs()), limbs < 4096 ? 0 : 4 * limbs, function, a.z_, b.z_);
  }
  static int compared(const Integer& a, const Integer& b) {
    Meter::charge(4 + std::min(a.limbs(), b.limbs()));
    return mpz_cmp(a.z_, b.z_);
  }

  mpz_t z_;
};

[[nodiscard]] Integer operator%(const Integer& a, const Integer& b);
[[nodiscard]] Integer operator-(const Integer& a);
[[nodiscard]] Integer abs(const Integer& a);
[[nodiscard]] Integer gcd(const Integer& a, const Integer& b);
[[nodiscard]] Integer pow(const Integer& a, Count exponent);
[[nodiscard]] Integer sqrt(const Integer& a);               ///< floor(sqrt a), a >= 0
[[nodiscard]] Integer binomial(const Integer& n, Count k);  ///< C(n, k)
/// floor(a / b) and ceil(a / b); throw std::domain_error if b = 0.
[[nodiscard]] Integer floor_div(const Integer& a, const Integer& b);
[[nodiscard]] Integer ceil_div(const Integer& a, const Integer& b);

/// A rational in lowest terms, its denominator positive: an mpq as a value. A denominator or divisor 0 throws
/// std::domain_error. It is counted as Integer is.
class Rational {
 public:
  Rational() { mpq_init(q_), Meter::keep(kept()); }
  template <std::integral T>
  Rational(T value) : Rational(Integer(value)) {}      // NOLINT(google-explicit-constructor)
  Rational(Count value) : Rational(Integer(value)) {}  // NOLINT(google-explicit-constructor)
  Rational(const Integer& value) : Rational() {        // NOLINT(google-explicit-constructor)
    write(price::copy(value.limbs()), value.limbs(), mpq_set_z, raw(value));
  }
  Rational(const Integer& numerator, const Integer& denominator);
  Rational(const Rational& other) : Rational() { *this = other; }
  Rational(Rational&& other) noexcept : Rational() { mpq_swap(q_, other.q_); }
  Rational& operator=(const Rational& other) {
    return write(price::copy(other.limbs()), other.limbs(), mpq_set, other.q_);
  }
  Rational& operator=(Rational&& other) noexcept {
    mpq_swap(q_, other.q_);
    return *this;
  }
  ~Rational() {
    Meter::keep(-kept());
    mpq_clear(q_);
  }

  Rational& operator+=(const Rational& b) { return sum(mpq_add, b); }
  Rational& operator-=(const Rational& b) { return sum(mpq_sub, b); }
  Rational& operator*=(const Rational& b) { return product(mpq_mul, b.q_, b.limbs_above(), b.limbs_below()); }
  Rational& operator/=(const Rational& b);

  friend Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
  friend Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
  friend Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
  friend Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }
  friend bool operator==(const Rational& a, const Rational& b) {
    Meter::charge(8 + a.limbs());
    return mpq_equal(a.q_, b.q_) != 0;
  }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b);

  [[nodiscard]] int sign() const { return mpq_sgn(q_); }
  /// The bits of numerator and denominator together.
  [[nodiscard]] Count bits() const;
  [[nodiscard]] std::uint64_t limbs() const { return limbs_above() + limbs_below(); }

  /// As of an integer.
  template <class Function, class... Arguments>
  Rational& write(std::uint64_t units, std::uint64_t most_limbs, const Function& function, Arguments... arguments) {
    Meter::charge(units);
    Meter::room(most_limbs);
    const std::int64_t before = kept();
    function(q_, arguments...);
    Meter::keep(kept() - before);
    return *this;
  }

  [[nodiscard]] friend mpq_srcptr raw(const Rational& x) { return x.q_; }

 private:
  [[nodiscard]] std::uint64_t limbs_above() const { return mpz_size(mpq_numref(q_)); }
  [[nodiscard]] std::uint64_t limbs_below() const { return mpz_size(mpq_denref(q_)); }
  [[nodiscard]] std::int64_t kept() const {
    return std::int64_t{mpq_numref(q_)->_mp_alloc} + mpq_denref(q_)->_mp_alloc + 8;
  }
  Rational& sum(void (*function)(mpq_ptr, mpq_srcptr, mpq_srcptr), const Rational& b);
  Rational& product(const auto& function, mpq_srcptr b, std::uint64_t above, std::uint64_t below);

  mpq_t q_;
};

[[nodiscard]] Rational operator-(Rational a);
[[nodiscard]] Integer numerator(const Rational& a);
[[nodiscard]] Integer denominator(const Rational& a);
[[nodiscard]] Rational pow(const Rational& a, Count exponent);
/// A binary64 near a: for guesses only.
[[nodiscard]] double roughly(const Rational& a);

}  // namespace hallmark::check
