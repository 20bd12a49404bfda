// ComplexBall: an enclosure of one unknown complex number; ComplexVector: raw storage for the loops that need speed.
#pragma once

#include <algorithm>
#include <utility>

#include "exact/ball.hpp"

namespace hallmark {

/// A rectangle of two balls that contains the complex number it stands for, with its working precision in bits.
///
/// Every operation returns an enclosure of the true result whenever its operands contain theirs. It works at the larger
/// precision of its operands.
/// Example:   less_equal(log(ComplexBall(Ball(-1, 64), Ball(0, 64))).imaginary(), 4) == Truth::yes
///            -> true
class ComplexBall {
 public:
  explicit ComplexBall(long bits) : bits_(bits) { acb_init(value_); }
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

  [[nodiscard]] long bits() const { return bits_; }
  [[nodiscard]] acb_srcptr raw() const { return value_; }
  [[nodiscard]] acb_ptr raw() { return value_; }
  [[nodiscard]] Ball real() const;
  [[nodiscard]] Ball imaginary() const;

  friend ComplexBall operator+(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator-(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator*(const ComplexBall& a, const ComplexBall& b);
  friend ComplexBall operator*(const ComplexBall& a, const Ball& b);
  friend ComplexBall operator/(const ComplexBall& a, const ComplexBall& b);

 private:
  acb_t value_;
  long bits_;
};

[[nodiscard]] ComplexBall exp(const ComplexBall& x);
[[nodiscard]] ComplexBall expm1(const ComplexBall& x);
/// The principal logarithms, with their cut along the negative axis (of x, of 1 + x).
[[nodiscard]] ComplexBall log(const ComplexBall& x);
[[nodiscard]] ComplexBall log1p(const ComplexBall& x);
[[nodiscard]] ComplexBall pow(const ComplexBall& x, unsigned long exponent);
[[nodiscard]] Ball abs(const ComplexBall& x);

/// An array of acb_t, zero at first. For loops that cannot pay for a ComplexBall an operation.
class ComplexVector {
 public:
  explicit ComplexVector(long size = 0) : size_(size), data_(_acb_vec_init(size)) {}
  ComplexVector(const ComplexVector&) = delete;
  ComplexVector(ComplexVector&& other) noexcept
      : size_(std::exchange(other.size_, 0)), data_(std::exchange(other.data_, nullptr)) {}
  ComplexVector& operator=(const ComplexVector&) = delete;
  ComplexVector& operator=(ComplexVector&& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~ComplexVector() {
    if (data_ != nullptr) _acb_vec_clear(data_, size_);
  }

  [[nodiscard]] long size() const { return size_; }
  [[nodiscard]] acb_ptr operator[](long i) { return data_ + i; }
  [[nodiscard]] acb_srcptr operator[](long i) const { return data_ + i; }

 private:
  long size_;
  acb_ptr data_;
};

}  // namespace hallmark
