// Ball: an enclosure of one unknown real number; carries its own working precision.
#pragma once

#include <algorithm>
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
/// Kind:      encloses
/// Domain:    any numbers, at least 2 bits
/// Example:   less(Ball(1, 64) / 3, Ball(Rational("1/2"), 64)) == Truth::yes
///            -> true
class Ball {
 public:
  /// The integer or rational `value`, correctly enclosed at `bits` bits of precision.
  Ball(std::integral auto value, slong bits) : bits_(bits) {
    arb_init(value_);
    if constexpr (std::is_signed_v<decltype(value)>) {
      arb_set_si(value_, static_cast<slong>(value));
    } else {
      arb_set_ui(value_, static_cast<ulong>(value));
    }
  }
  Ball(const Rational& value, slong bits) : bits_(bits) {
    arb_init(value_);
    arb_set_fmpq(value_, value.raw(), bits);
  }
  template <std::floating_point T>
  Ball(T, slong) = delete;
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

  [[nodiscard]] static Ball pi(slong bits);
  /// The whole real line: the enclosure of a number about which nothing is known.
  [[nodiscard]] static Ball anything(slong bits);
  /// The smallest ball around [lo, hi] (up to rounding outward).
  [[nodiscard]] static Ball between(const Rational& lo, const Rational& hi, slong bits);

  [[nodiscard]] slong bits() const { return bits_; }
  [[nodiscard]] Ball with_bits(slong bits) const;
  [[nodiscard]] arb_srcptr raw() const { return value_; }
  [[nodiscard]] arb_ptr raw() { return value_; }

  /// Whether both ends are finite and small enough to be written down (below 2^(10^6) in size).
  [[nodiscard]] bool is_finite() const;
  /// Whether both ends are finite, however large.
  [[nodiscard]] bool is_bounded() const { return arb_is_finite(value_) != 0; }
  [[nodiscard]] bool is_zero() const { return arb_is_zero(value_) != 0; }
  [[nodiscard]] bool is_plus_infinity() const {
    return arf_is_pos_inf(arb_midref(value_)) != 0 && mag_is_finite(arb_radref(value_)) != 0;
  }
  [[nodiscard]] bool is_exact() const { return arb_is_exact(value_) != 0; }
  [[nodiscard]] bool contains(const Rational& x) const { return arb_contains_fmpq(value_, x.raw()) != 0; }
  /// Rationals at most, at least, every number of the ball: its ends at 64 guard bits, rounded outward (ends smaller
  /// than 2^-(10^6) to 0 or that). Domain: finite balls, otherwise a broken invariant.
  [[nodiscard]] Rational lower() const;
  [[nodiscard]] Rational upper() const;
  /// The centre, as it is or rounded to `bits` bits.
  /// Kind:      a proposal, not an enclosure
  /// Domain:    finite balls, otherwise a broken invariant
  [[nodiscard]] Rational centre() const;
  [[nodiscard]] Rational centre(slong bits) const;
  /// The least e with |centre| < 2^e: a proposal. Domain: a centre that is finite and not 0.
  [[nodiscard]] slong centre_exponent() const {
    return static_cast<slong>(arf_abs_bound_lt_2exp_si(arb_midref(value_)));
  }
  [[nodiscard]] double to_double_down() const;
  [[nodiscard]] double to_double_up() const;
  /// Bits to which the ball is relatively accurate (negative: not even its sign or size is known).
  [[nodiscard]] slong relative_bits() const { return static_cast<slong>(arb_rel_accuracy_bits(value_)); }
  /// "[mid +/- rad]" with at most `digits` digits.
  [[nodiscard]] std::string to_string(slong digits = 20) const;

  // In place, without a temporary.
  Ball& operator+=(const Ball& b) { return at(widest(b), arb_add, b); }
  Ball& operator-=(const Ball& b) { return at(widest(b), arb_sub, b); }
  Ball& operator*=(const Ball& b) { return at(widest(b), arb_mul, b); }
  Ball& operator/=(const Ball& b) { return at(widest(b), arb_div, b); }
  Ball& operator*=(std::integral auto b) { return set_product(*this, b); }
  Ball& operator/=(std::integral auto b) { return set_quotient(*this, b); }
  /// Becomes a b.
  Ball& set_product(const Ball& a, const Ball& b) {
    bits_ = std::max(a.bits_, b.bits_);
    arb_mul(value_, a.value_, b.value_, bits_);
    return *this;
  }
  Ball& set_product(const Ball& a, std::integral auto b) {
    bits_ = a.bits_;
    if constexpr (std::is_signed_v<decltype(b)>) {
      arb_mul_si(value_, a.value_, static_cast<slong>(b), bits_);
    } else {
      arb_mul_ui(value_, a.value_, static_cast<ulong>(b), bits_);
    }
    return *this;
  }
  /// Becomes a / b.
  Ball& set_quotient(const Ball& a, std::integral auto b) {
    bits_ = a.bits_;
    if constexpr (std::is_signed_v<decltype(b)>) {
      arb_div_si(value_, a.value_, static_cast<slong>(b), bits_);
    } else {
      arb_div_ui(value_, a.value_, static_cast<ulong>(b), bits_);
    }
    return *this;
  }
  /// Adds a b, rounded once.
  Ball& add_product(const Ball& a, const Ball& b) {
    bits_ = std::max(bits_, std::max(a.bits_, b.bits_));
    arb_addmul(value_, a.value_, b.value_, bits_);
    return *this;
  }
  /// Becomes 2^exponent times itself, exactly.
  Ball& mul_2exp(slong exponent) {
    arb_mul_2exp_si(value_, value_, exponent);
    return *this;
  }
  /// Takes in everything within |error| of itself.
  Ball& widen(const Ball& error) {
    arb_add_error(value_, error.value_);
    return *this;
  }
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
  [[nodiscard]] slong widest(const Ball& b) const { return std::max(bits_, b.bits_); }
  template <typename Operation>
  Ball& at(slong bits, Operation operation, const Ball& b) {
    bits_ = bits;
    operation(value_, value_, b.value_, bits);
    return *this;
  }

  arb_t value_;
  slong bits_;
};

/// The elementary functions of every number in a ball.
/// Kind:      encloses
/// Domain:    any ball; one that is not inside the domain of the function gives a ball without finite ends
[[nodiscard]] Ball sqrt(const Ball& x);
[[nodiscard]] Ball exp(const Ball& x);
[[nodiscard]] Ball expm1(const Ball& x);
[[nodiscard]] Ball log(const Ball& x);
[[nodiscard]] Ball log1p(const Ball& x);
[[nodiscard]] Ball cos(const Ball& x);
[[nodiscard]] Ball sinh(const Ball& x);
[[nodiscard]] Ball cosh(const Ball& x);
[[nodiscard]] Ball gamma_function(const Ball& x);
[[nodiscard]] Ball pow(const Ball& x, ulong exponent);
[[nodiscard]] Ball pow(const Ball& x, const Ball& exponent);
[[nodiscard]] Ball max(const Ball& a, const Ball& b);
[[nodiscard]] Ball min(const Ball& a, const Ball& b);

/// The square root of a number known to be at least 0, whatever its ball says.
/// Kind:      encloses
/// Domain:    any ball of such a number
[[nodiscard]] Ball sqrt_of_nonnegative(const Ball& x);

/// sin x and cos x; sinh x and cosh x.
/// Kind:      encloses
struct SineCosine {
  Ball sine, cosine;
};
[[nodiscard]] SineCosine sin_cos(const Ball& x);
[[nodiscard]] SineCosine sinh_cosh(const Ball& x);

/// The least number that the ball of |x| does not exceed, rounded up to its precision: an exact ball.
/// Kind:      upper bound
[[nodiscard]] Ball abs_upper_end(const Ball& x);

/// Whether both are the same set of numbers.
/// Kind:      exact
[[nodiscard]] bool identical(const Ball& a, const Ball& b);

/// The quotient of the two centres as a double.
/// Kind:      encloses: right to 4 2^-53 of itself where it is a normal double
/// Domain:    finite centres, that of b not 0
/// Rigor:     two conversions and a division; where a centre is no normal double one division to 60 bits
[[nodiscard]] double centre_quotient(const Ball& a, const Ball& b);

/// A ball that contains both.
/// Kind:      encloses
[[nodiscard]] Ball hull(const Ball& a, const Ball& b);

/// x widened by [0, extra] where 0 <= extra <= the upper end of `extra`: adds an unknown nonnegative remainder.
/// Kind:      encloses
[[nodiscard]] Ball plus_up_to(const Ball& x, const Ball& extra);

/// The part of x inside [lo, hi], up to the outward rounding of a ball's radius; [lo, hi] where x is not finite.
/// Kind:      encloses
/// Domain:    a number in [lo, hi]; an x that does not meet it is a broken invariant
[[nodiscard]] Ball clamp(const Ball& x, const Rational& lo, const Rational& hi);

/// a < b, a <= b, 0 < a.
/// Kind:      exact: yes and no hold for all numbers of the balls
[[nodiscard]] Truth less(const Ball& a, const Ball& b);
[[nodiscard]] Truth less_equal(const Ball& a, const Ball& b);
[[nodiscard]] Truth less(const Ball& a, const Rational& b);
[[nodiscard]] Truth less_equal(const Ball& a, const Rational& b);
[[nodiscard]] Truth is_positive(const Ball& a);

}  // namespace hallmark
