// Rational: an exact rational number, built from integers or text, never from floating point.
#pragma once

#include <compare>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "exact/flint.hpp"

namespace hallmark {

/// Bounds checked before any arithmetic on text: GMP aborts on absurd sizes and cannot be caught.
inline constexpr std::size_t max_digits = 1'000'000;
inline constexpr slong max_exponent = 100'000;

/// An exact rational in lowest terms.
/// Kind:      exact
/// Domain:    integers; text: integer, decimal ("0.1", "1e-8") or fraction ("1/3"); at most 10^6 digits and
///            |exponent| <= 10^5, otherwise throws InputError
/// Example:   (Rational("0.1") + Rational("1/5")).to_string()
///            -> 3/10
class Rational {
 public:
  Rational() { fmpq_init(value_); }
  Rational(std::integral auto integer) : Rational() {  // implicit: an integer literal reads like the formula
    static_assert(sizeof(integer) <= sizeof(slong));
    if constexpr (std::is_signed_v<decltype(integer)>) {
      fmpz_set_si(fmpq_numref(value_), static_cast<slong>(integer));
    } else {
      fmpz_set_ui(fmpq_numref(value_), static_cast<ulong>(integer));
    }
  }
  template <std::floating_point T>
  Rational(T) = delete;
  explicit Rational(std::string_view text);
  explicit Rational(const char* text) : Rational(std::string_view(text)) {}
  explicit Rational(const fmpq_t value) : Rational() { fmpq_set(value_, value); }
  Rational(const Rational& other) : Rational() { fmpq_set(value_, other.value_); }
  Rational(Rational&& other) noexcept : Rational() { fmpq_swap(value_, other.value_); }
  Rational& operator=(const Rational& other) {
    fmpq_set(value_, other.value_);
    return *this;
  }
  Rational& operator=(Rational&& other) noexcept {
    fmpq_swap(value_, other.value_);
    return *this;
  }
  ~Rational() { fmpq_clear(value_); }

  [[nodiscard]] const fmpq* raw() const { return value_; }
  [[nodiscard]] fmpq* raw() { return value_; }

  [[nodiscard]] int sign() const { return fmpq_sgn(value_); }
  [[nodiscard]] bool is_integer() const { return fmpz_is_one(fmpq_denref(value_)); }
  /// The larger of the bit lengths of numerator and denominator.
  [[nodiscard]] slong height_bits() const { return static_cast<slong>(fmpq_height_bits(value_)); }
  [[nodiscard]] Rational numerator() const;
  [[nodiscard]] Rational denominator() const;
  /// The integer value; throws InputError unless an integer in the range of long.
  [[nodiscard]] slong to_long() const;
  /// Shortest of integer and reduced fraction.
  [[nodiscard]] std::string to_string() const;

  Rational& operator+=(const Rational& b);
  Rational& operator-=(const Rational& b);
  Rational& operator*=(const Rational& b);
  Rational& operator/=(const Rational& b);  // b != 0, otherwise throws InputError
  [[nodiscard]] Rational operator-() const;
  friend Rational operator+(Rational a, const Rational& b) { return std::move(a += b); }
  friend Rational operator-(Rational a, const Rational& b) { return std::move(a -= b); }
  friend Rational operator*(Rational a, const Rational& b) { return std::move(a *= b); }
  friend Rational operator/(Rational a, const Rational& b) { return std::move(a /= b); }
  friend bool operator==(const Rational& a, const Rational& b) { return fmpq_equal(a.value_, b.value_) != 0; }
  friend std::strong_ordering operator<=>(const Rational& a, const Rational& b) {
    return fmpq_cmp(a.value_, b.value_) <=> 0;
  }

 private:
  fmpq_t value_;
};

/// base^exponent; the largest integer <= x; the smallest integer >= x.
/// Kind:      exact
/// Domain:    an exponent of either sign, base != 0 if it is negative
[[nodiscard]] Rational pow(const Rational& base, slong exponent);
[[nodiscard]] Rational floor(const Rational& x);
[[nodiscard]] Rational ceil(const Rational& x);

/// The square root, where it is rational.
/// Kind:      exact
/// Domain:    x >= 0
[[nodiscard]] std::optional<Rational> exact_sqrt(const Rational& x);

}  // namespace hallmark
