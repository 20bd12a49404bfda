#include "exact/complex_ball.hpp"

#include <algorithm>

namespace hallmark {
namespace {

template <typename Operation>
ComplexBall apply(const ComplexBall& x, Operation operation) {
  ComplexBall r(x.bits());
  operation(r.raw(), x.raw(), x.bits());
  return r;
}

template <typename Operation>
ComplexBall apply(const ComplexBall& x, const ComplexBall& y, Operation operation) {
  ComplexBall r(std::max(x.bits(), y.bits()));
  operation(r.raw(), x.raw(), y.raw(), r.bits());
  return r;
}

}  // namespace

Ball ComplexBall::real() const {
  Ball r(0, bits_);
  arb_set(r.raw(), acb_realref(value_));
  return r;
}

Ball ComplexBall::imaginary() const {
  Ball r(0, bits_);
  arb_set(r.raw(), acb_imagref(value_));
  return r;
}

ComplexBall operator+(const ComplexBall& a, const ComplexBall& b) { return apply(a, b, acb_add); }
ComplexBall operator-(const ComplexBall& a, const ComplexBall& b) { return apply(a, b, acb_sub); }
ComplexBall operator*(const ComplexBall& a, const ComplexBall& b) { return apply(a, b, acb_mul); }
ComplexBall operator/(const ComplexBall& a, const ComplexBall& b) { return apply(a, b, acb_div); }

ComplexBall operator*(const ComplexBall& a, const Ball& b) {
  ComplexBall r(std::max(a.bits(), b.bits()));
  acb_mul_arb(r.raw(), a.raw(), b.raw(), r.bits());
  return r;
}

ComplexBall exp(const ComplexBall& x) { return apply(x, acb_exp); }
ComplexBall expm1(const ComplexBall& x) { return apply(x, acb_expm1); }
ComplexBall log(const ComplexBall& x) { return apply(x, acb_log); }
ComplexBall log1p(const ComplexBall& x) { return apply(x, acb_log1p); }

ComplexBall pow(const ComplexBall& x, unsigned long exponent) {
  ComplexBall r(x.bits());
  acb_pow_ui(r.raw(), x.raw(), exponent, x.bits());
  return r;
}

Ball abs(const ComplexBall& x) {
  Ball r(0, x.bits());
  acb_abs(r.raw(), x.raw(), x.bits());
  return r;
}

}  // namespace hallmark
