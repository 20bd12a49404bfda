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

ComplexBall ComplexBall::with_bits(slong bits) const {
  ComplexBall r(*this);
  r.bits_ = bits;
  return r;
}

ComplexBall ComplexBall::rounded(slong bits) const {
  ComplexBall r(bits);
  acb_set_round(r.value_, value_, bits);
  return r;
}

ComplexBall ComplexBall::operator-() const {
  ComplexBall r(*this);
  acb_neg(r.value_, r.value_);
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

ComplexBall pow(const ComplexBall& x, ulong exponent) {
  ComplexBall r(x.bits());
  acb_pow_ui(r.raw(), x.raw(), exponent, x.bits());
  return r;
}

Ball abs(const ComplexBall& x) {
  Ball r(0, x.bits());
  acb_abs(r.raw(), x.raw(), x.bits());
  return r;
}

Ball arg(const ComplexBall& x) {
  Ball r(0, x.bits());
  acb_arg(r.raw(), x.raw(), x.bits());
  return r;
}

ComplexBall conj(const ComplexBall& x) {
  ComplexBall r(x.bits());
  acb_conj(r.raw(), x.raw());
  return r;
}

ComplexBall log_gamma(const ComplexBall& x) { return apply(x, acb_lgamma); }
ComplexBall reciprocal_gamma(const ComplexBall& x) { return apply(x, acb_rgamma); }

Ball real_of_product(const ComplexBall& a, const ComplexBall& b) {
  Ball r(0, std::max(a.bits(), b.bits()));
  arb_mul(r.raw(), acb_realref(a.raw()), acb_realref(b.raw()), r.bits());
  arb_submul(r.raw(), acb_imagref(a.raw()), acb_imagref(b.raw()), r.bits());
  return r;
}

}  // namespace hallmark
