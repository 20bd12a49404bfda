// ComplexBall: an enclosure of one unknown complex number.
#pragma once

#include <algorithm>

#include "exact/ball.hpp"

namespace hallmark {

/// A rectangle of two balls that contains the complex number it stands for, with its working precision in bits.
///
/// Every operation returns an enclosure of the true result whenever its operands contain theirs. It works at the larger
/// precision of its operands.
/// Kind:      encloses
/// Example:   less_equal(log(ComplexBall(Ball(-1, 64), Ball(0, 64))).imaginary(), 4) == Truth::yes
///            -> true
class ComplexBall {
 public:
  explicit ComplexBall(slong bits) : bits_(bits) { acb_init(value_); }
  ComplexBall(const Ball& real, const Ball& imaginary) : bits_(std::max(real.bits(), imaginary.bits())) {
    acb_init(value_);
    acb_set_arb_arb(value_, real.raw(), imaginary.raw());
  }
  ComplexBall(const ComplexBall& other) : bits_(other.bits_) {
    acb_init(value_);
    acb_set(value_, other.value_);
  }
  ComplexBall(ComplexBall&& other) noexcept : bits_(other.bits_) {
    acb_init(value_);
    acb_swap(value_, other.value_);
  }
  ComplexBall& operator=(ComplexBall other) noexcept {
    acb_swap(value_, other.value_);
    bits_ = other.bits_;
    return *this;
  }
  ~ComplexBall() { acb_clear(value_); }

  [[nodiscard]] slong bits() const { return bits_; }
  [[nodiscard]] acb_srcptr raw() const { return value_; }
  [[nodiscard]] acb_ptr raw() { return value_; }
  [[nodiscard]] Ball real() const;
  [[nodiscard]] Ball imaginary() const;

  [[nodiscard]] bool is_bounded() const { return acb_is_finite(value_) != 0; }
  /// The same rectangle, for operations at another precision.
  [[nodiscard]] ComplexBall with_bits(slong bits) const;
  /// A rectangle around this one whose centre has `bits` bits.
  [[nodiscard]] ComplexBall rounded(slong bits) const;

  // In place, without a temporary.
  ComplexBall& operator+=(const ComplexBall& b) { return at(acb_add, b); }
  ComplexBall& operator*=(const ComplexBall& b) { return at(acb_mul, b); }
  ComplexBall& operator/=(const ComplexBall& b) { return at(acb_div, b); }
  /// Becomes a b.
  ComplexBall& set_product(const ComplexBall& a, const Ball& b) {
    bits_ = std::max(a.bits_, b.bits());
    acb_mul_arb(value_, a.value_, b.raw(), bits_);
    return *this;
  }
  /// Adds a b.
  ComplexBall& add_product(const ComplexBall& a, const ComplexBall& b) {
    bits_ = std::max(bits_, std::max(a.bits_, b.bits_));
    acb_addmul(value_, a.value_, b.value_, bits_);
    return *this;
  }
  ComplexBall& add_imaginary(const Ball& b) {
    bits_ = std::max(bits_, b.bits());
    arb_add(acb_imagref(value_), acb_imagref(value_), b.raw(), bits_);
    return *this;
  }
  /// Becomes i times itself.
  ComplexBall& mul_i() {
    acb_mul_onei(value_, value_);
    return *this;
  }
  /// Takes in everything whose real and imaginary part are within |error| of its own.
  ComplexBall& widen(const Ball& error) {
    arb_add_error(acb_realref(value_), error.raw());
    arb_add_error(acb_imagref(value_), error.raw());
    return *this;
  }

  [[nodiscard]] ComplexBall operator-() const;
  friend ComplexBall operator+(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator-(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator*(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator*(const ComplexBall& a, const Ball& b);
  friend ComplexBall operator/(const ComplexBall& a, const ComplexBall& b);

 private:
  template <typename Operation>
  ComplexBall& at(Operation operation, const ComplexBall& b) {
    bits_ = std::max(bits_, b.bits_);
    operation(value_, value_, b.value_, bits_);
    return *this;
  }

  acb_t value_;
  slong bits_;
};

/// The elementary functions of every number in a rectangle. The logarithms (of x, of 1 + x) are the principal ones, with
/// their cut along the negative axis, arg is in (-pi, pi], log_gamma is ln Gamma(x) continued from the positive axis.
/// Kind:      encloses
/// Domain:    any rectangle; one that meets a pole gives a rectangle without finite ends
[[nodiscard]] ComplexBall exp(const ComplexBall& x);
[[nodiscard]] ComplexBall expm1(const ComplexBall& x);
[[nodiscard]] ComplexBall log(const ComplexBall& x);
[[nodiscard]] ComplexBall log1p(const ComplexBall& x);
[[nodiscard]] ComplexBall pow(const ComplexBall& x, ulong exponent);
[[nodiscard]] Ball abs(const ComplexBall& x);
[[nodiscard]] Ball arg(const ComplexBall& x);
[[nodiscard]] ComplexBall conj(const ComplexBall& x);
[[nodiscard]] ComplexBall log_gamma(const ComplexBall& x);
[[nodiscard]] ComplexBall reciprocal_gamma(const ComplexBall& x);

/// The real part of a b.
/// Kind:      encloses
[[nodiscard]] Ball real_of_product(const ComplexBall& a, const ComplexBall& b);

}  // namespace hallmark
