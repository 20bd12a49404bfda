// Ball: an enclosure of one unknown real number; carries its own working precision.
#pragma once

#include <concepts>
#include <string>

#include "exact/flint.hpp"
#include "exact/rational.hpp"
#include "exact/truth.hpp"

namespace hallmark {

/// A ball [mid - rad, mid + rad] that contains the real number it stands for, with its working precision in bits.
///
/// Every operation returns a ball that contains the true result whenever its operands contain theirs. Precision changes
/// the width, never the truth. An operation works at the larger precision of its operands. There is no conversion
/// from or to floating point but the directed `to_double_down`, `to_double_up`, none to bool, and no operator<:
/// comparisons answer with Truth.
/// Example:   less(Ball(1, 64) / 3, Ball(Rational("1/2"), 64)) == Truth::yes
///            -> true
class Ball {
 public:
  /// The integer or rational `value`, correctly enclosed at `bits` bits of precision.
  Ball(std::integral auto value, long bits) : bits_(bits) {
    arb_init(value_);
    if constexpr (std::is_signed_v<decltype(value)>) {
      arb_set_si(value_, static_cast<slong>(value));
    } else {
      arb_set_ui(value_, static_cast<ulong>(value));
    }
  }
  Ball(const Rational& value, long bits) : bits_(bits) {
    arb_init(value_);
    arb_set_fmpq(value_, value.raw(), bits);
  }
  template <std::floating_point T>
  Ball(T, long) = delete;
  template <std::floating_point T>
  Ball(T) = delete;

  Ball(const Ball& other) : bits_(other.bits_) {
    arb_init(value_);
    arb_set(value_, other.value_);
  }
  Ball(Ball&& other) noexcept : bits_(other.bits_) {
    arb_init(value_);
    arb_swap(value_, other.value_);
  }
  Ball& operator=(const Ball& other) {
    arb_set(value_, other.value_);
    bits_ = other.bits_;
    return *this;
  }
  Ball& operator=(Ball&& other) noexcept {
    arb_swap(value_, other.value_);
    bits_ = other.bits_;
    return *this;
  }
  ~Ball() { arb_clear(value_); }

  [[nodiscard]] static Ball pi(long bits);
  /// The whole real line: the enclosure of a number about which nothing is known.
  [[nodiscard]] static Ball anything(long bits);
  /// The smallest ball around [lo, hi] (up to rounding outward).
  [[nodiscard]] static Ball between(const Rational& lo, const Rational& hi, long bits);

  [[nodiscard]] long bits() const { return bits_; }
  [[nodiscard]] Ball with_bits(long bits) const;
  [[nodiscard]] arb_srcptr raw() const { return value_; }
  [[nodiscard]] arb_ptr raw() { return value_; }

  /// Whether both ends are finite and small enough to be written down (below 2^(10^6) in size).
  [[nodiscard]] bool is_finite() const;
  [[nodiscard]] bool is_exact() const { return arb_is_exact(value_) != 0; }
  [[nodiscard]] bool contains(const Rational& x) const { return arb_contains_fmpq(value_, x.raw()) != 0; }
  /// Rationals at most, at least, every number of the ball: its ends at 64 guard bits, rounded outward (ends smaller
  /// than 2^-(10^6) to 0 or that). Domain: finite balls, otherwise a broken invariant.
  [[nodiscard]] Rational lower() const;
  [[nodiscard]] Rational upper() const;
  /// The centre; a proposal, not an enclosure.
  [[nodiscard]] Rational centre() const;
  /// The centre rounded to `bits` bits; a short proposal.
  [[nodiscard]] Rational centre(long bits) const;
  [[nodiscard]] double to_double_down() const;
  [[nodiscard]] double to_double_up() const;
  /// Bits to which the ball is relatively accurate (negative: not even its sign or size is known).
  [[nodiscard]] long relative_bits() const { return static_cast<long>(arb_rel_accuracy_bits(value_)); }
  /// "[mid +/- rad]" with at most `digits` digits.
  [[nodiscard]] std::string to_string(long digits = 20) const;

  Ball& operator+=(const Ball& b) { return *this = *this + b; }
  Ball& operator-=(const Ball& b) { return *this = *this - b; }
  Ball& operator*=(const Ball& b) { return *this = *this * b; }
  Ball& operator/=(const Ball& b) { return *this = *this / b; }
  [[nodiscard]] Ball operator-() const;
  friend Ball operator+(const Ball& a, const Ball& b);
  friend Ball operator-(const Ball& a, const Ball& b);
  friend Ball operator*(const Ball& a, const Ball& b);
  friend Ball operator/(const Ball& a, const Ball& b);
  // Integers and rationals take part exactly, at the ball's precision.
  friend Ball operator+(const Ball& a, std::integral auto b) { return a + Ball(b, a.bits_); }
  friend Ball operator-(const Ball& a, std::integral auto b) { return a - Ball(b, a.bits_); }
  friend Ball operator*(const Ball& a, std::integral auto b) { return a * Ball(b, a.bits_); }
  friend Ball operator/(const Ball& a, std::integral auto b) { return a / Ball(b, a.bits_); }
  friend Ball operator+(std::integral auto a, const Ball& b) { return Ball(a, b.bits_) + b; }
  friend Ball operator-(std::integral auto a, const Ball& b) { return Ball(a, b.bits_) - b; }
  friend Ball operator*(std::integral auto a, const Ball& b) { return Ball(a, b.bits_) * b; }
  friend Ball operator/(std::integral auto a, const Ball& b) { return Ball(a, b.bits_) / b; }

 private:
  arb_t value_;
  long bits_;
};

[[nodiscard]] Ball sqrt(const Ball& x);
/// The square root of a number known to be at least 0, whatever its ball says.
[[nodiscard]] Ball sqrt_of_nonnegative(const Ball& x);
[[nodiscard]] Ball exp(const Ball& x);
[[nodiscard]] Ball expm1(const Ball& x);
[[nodiscard]] Ball log(const Ball& x);
[[nodiscard]] Ball log1p(const Ball& x);
[[nodiscard]] Ball pow(const Ball& x, unsigned long exponent);
[[nodiscard]] Ball pow(const Ball& x, const Ball& exponent);
[[nodiscard]] Ball max(const Ball& a, const Ball& b);
[[nodiscard]] Ball min(const Ball& a, const Ball& b);
/// A ball that contains both.
[[nodiscard]] Ball hull(const Ball& a, const Ball& b);
/// x widened by [0, extra] where 0 <= extra <= the upper end of `extra`: adds an unknown nonnegative remainder.
[[nodiscard]] Ball plus_up_to(const Ball& x, const Ball& extra);
/// The part of x inside [lo, hi], up to the outward rounding of a ball's radius; an x that does not meet [lo, hi] is a
/// broken invariant.
[[nodiscard]] Ball clamp(const Ball& x, const Rational& lo, const Rational& hi);

[[nodiscard]] Truth less(const Ball& a, const Ball& b);
[[nodiscard]] Truth less_equal(const Ball& a, const Ball& b);
[[nodiscard]] Truth less(const Ball& a, const Rational& b);
[[nodiscard]] Truth less_equal(const Ball& a, const Rational& b);
[[nodiscard]] Truth is_positive(const Ball& a);

}  // namespace hallmark
