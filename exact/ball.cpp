#include "exact/ball.hpp"

#include <algorithm>
#include <memory>

#include "exact/error.hpp"

namespace hallmark {
namespace {

// Beyond this binary exponent a number is not written out: 2^(10^9) would not fit in memory.
constexpr slong exponent_limit = 1'000'000;

Rational power_of_two(slong exponent) {
  Rational r;
  fmpz_one_2exp(exponent >= 0 ? fmpq_numref(r.raw()) : fmpq_denref(r.raw()),
                static_cast<ulong>(exponent >= 0 ? exponent : -exponent));
  if (exponent < 0) fmpz_one(fmpq_numref(r.raw()));
  return r;
}

enum class Side { down, up };

// x exactly where its exponent allows, otherwise the nearest writable number on the given side.
Rational to_rational(const arf_t x, Side side) {
  Rational r;
  if (arf_is_zero(x)) return r;
  const bool up = side == Side::up;
  const bool positive = arf_sgn(x) > 0;
  if (arf_cmpabs_2exp_si(x, -exponent_limit) < 0) {
    if (up == positive) r = positive ? power_of_two(-exponent_limit) : -power_of_two(-exponent_limit);
    return r;
  }
  if (arf_cmpabs_2exp_si(x, exponent_limit) >= 0) {
    require(up != positive, "a writable end of a ball");
    return positive ? power_of_two(exponent_limit) : -power_of_two(exponent_limit);
  }
  arf_get_fmpq(r.raw(), x);
  return r;
}

// A temporary arf_t with a destructor.
class Float {
 public:
  Float() { arf_init(value_); }
  ~Float() { arf_clear(value_); }
  Float(const Float&) = delete;
  Float& operator=(const Float&) = delete;
  [[nodiscard]] arf_ptr raw() { return value_; }

 private:
  arf_t value_;
};

template <typename Operation>
Ball apply(const Ball& x, Operation operation) {
  Ball r(0, x.bits());
  operation(r.raw(), x.raw(), x.bits());
  return r;
}

template <typename Operation>
Ball apply(const Ball& x, const Ball& y, Operation operation) {
  Ball r(0, std::max(x.bits(), y.bits()));
  operation(r.raw(), x.raw(), y.raw(), r.bits());
  return r;
}

// arb predicates are true only when proved.
Truth decided(bool yes, bool no) { return yes ? Truth::yes : (no ? Truth::no : Truth::unknown); }

}  // namespace

Ball Ball::pi(slong bits) {
  Ball pi(0, bits);
  arb_const_pi(pi.value_, bits);
  return pi;
}

Ball Ball::anything(slong bits) {
  Ball r(0, bits);
  arb_zero_pm_inf(r.value_);
  return r;
}

Ball Ball::between(const Rational& lo, const Rational& hi, slong bits) { return hull(Ball(lo, bits), Ball(hi, bits)); }

Ball Ball::with_bits(slong bits) const {
  Ball r(*this);
  r.bits_ = bits;
  return r;
}

bool Ball::is_finite() const {
  return arb_is_finite(value_) != 0 && arf_cmpabs_2exp_si(arb_midref(value_), exponent_limit - 1) < 0 &&
         mag_cmp_2exp_si(arb_radref(value_), exponent_limit - 1) < 0;
}

Rational Ball::lower() const {
  require(is_finite(), "the ends of a finite ball");
  Float end;
  arb_get_lbound_arf(end.raw(), value_, bits_ + 64);
  return to_rational(end.raw(), Side::down);
}

Rational Ball::upper() const {
  require(is_finite(), "the ends of a finite ball");
  Float end;
  arb_get_ubound_arf(end.raw(), value_, bits_ + 64);
  return to_rational(end.raw(), Side::up);
}

Rational Ball::centre() const {
  require(is_finite(), "the centre of a finite ball");
  return to_rational(arb_midref(value_), Side::down);
}

Rational Ball::centre(slong bits) const {
  require(is_finite(), "the centre of a finite ball");
  Float short_centre;
  arf_set_round(short_centre.raw(), arb_midref(value_), bits, ARF_RND_NEAR);
  return to_rational(short_centre.raw(), Side::down);
}

double Ball::to_double_down() const {
  Float end;
  arb_get_lbound_arf(end.raw(), value_, 64);
  return arf_get_d(end.raw(), ARF_RND_FLOOR);
}

double Ball::to_double_up() const {
  Float end;
  arb_get_ubound_arf(end.raw(), value_, 64);
  return arf_get_d(end.raw(), ARF_RND_CEIL);
}

std::string Ball::to_string(slong digits) const {
  const std::unique_ptr<char, void (*)(void*)> text(arb_get_str(value_, digits, 0), flint_free);
  return text.get();
}

Ball Ball::operator-() const {
  Ball r(*this);
  arb_neg(r.value_, r.value_);
  return r;
}
Ball operator+(const Ball& a, const Ball& b) { return apply(a, b, arb_add); }
Ball operator-(const Ball& a, const Ball& b) { return apply(a, b, arb_sub); }
Ball operator*(const Ball& a, const Ball& b) { return apply(a, b, arb_mul); }
Ball operator/(const Ball& a, const Ball& b) { return apply(a, b, arb_div); }

Ball sqrt(const Ball& x) { return apply(x, arb_sqrt); }
Ball sqrt_of_nonnegative(const Ball& x) { return apply(x, arb_sqrtpos); }
Ball exp(const Ball& x) { return apply(x, arb_exp); }
Ball expm1(const Ball& x) { return apply(x, arb_expm1); }
Ball log(const Ball& x) { return apply(x, arb_log); }
Ball log1p(const Ball& x) { return apply(x, arb_log1p); }

Ball cos(const Ball& x) { return apply(x, arb_cos); }
Ball sinh(const Ball& x) { return apply(x, arb_sinh); }
Ball cosh(const Ball& x) { return apply(x, arb_cosh); }
Ball gamma_function(const Ball& x) { return apply(x, arb_gamma); }

SineCosine sin_cos(const Ball& x) {
  SineCosine r{Ball(0, x.bits()), Ball(0, x.bits())};
  arb_sin_cos(r.sine.raw(), r.cosine.raw(), x.raw(), x.bits());
  return r;
}
SineCosine sinh_cosh(const Ball& x) {
  SineCosine r{Ball(0, x.bits()), Ball(0, x.bits())};
  arb_sinh_cosh(r.sine.raw(), r.cosine.raw(), x.raw(), x.bits());
  return r;
}

Ball pow(const Ball& x, ulong exponent) {
  Ball r(0, x.bits());
  arb_pow_ui(r.raw(), x.raw(), exponent, x.bits());
  return r;
}
Ball pow(const Ball& x, const Ball& exponent) { return apply(x, exponent, arb_pow); }
Ball max(const Ball& a, const Ball& b) { return apply(a, b, arb_max); }
Ball min(const Ball& a, const Ball& b) { return apply(a, b, arb_min); }

Ball abs_upper_end(const Ball& x) {
  Ball r(0, x.bits());
  arb_get_abs_ubound_arf(arb_midref(r.raw()), x.raw(), x.bits());
  return r;
}

bool identical(const Ball& a, const Ball& b) { return arb_equal(a.raw(), b.raw()) != 0; }

double centre_quotient(const Ball& a, const Ball& b) {
  // Two conversions and a division err by 3 2^-53. A number near the smallest normal double would lose bits in its
  // conversion, or all of them: there the quotient comes first.
  constexpr slong smallest = -960;
  arf_srcptr p = arb_midref(a.raw());
  arf_srcptr q = arb_midref(b.raw());
  if (arf_cmpabs_2exp_si(p, smallest) > 0 && arf_cmpabs_2exp_si(q, smallest) > 0) {
    return arf_get_d(p, ARF_RND_NEAR) / arf_get_d(q, ARF_RND_NEAR);
  }
  Float quotient;
  arf_div(quotient.raw(), p, q, 60, ARF_RND_NEAR);
  return arf_get_d(quotient.raw(), ARF_RND_NEAR);
}

Ball hull(const Ball& a, const Ball& b) { return apply(a, b, arb_union); }

Ball plus_up_to(const Ball& x, const Ball& extra) {
  Ball r(x);
  arb_add(r.raw(), x.raw(), extra.raw(), x.bits());
  return hull(x, r);
}

Ball clamp(const Ball& x, const Rational& lo, const Rational& hi) {
  const Ball range = Ball::between(lo, hi, x.bits());
  if (!x.is_finite()) return range;
  Ball r(0, x.bits());
  require(arb_intersection(r.raw(), x.raw(), range.raw(), x.bits()) != 0, "an enclosure meets the range of its number");
  return r;
}

Truth less(const Ball& a, const Ball& b) {
  return decided(arb_lt(a.raw(), b.raw()) != 0, arb_ge(a.raw(), b.raw()) != 0);
}
Truth less_equal(const Ball& a, const Ball& b) {
  return decided(arb_le(a.raw(), b.raw()) != 0, arb_gt(a.raw(), b.raw()) != 0);
}

// A rational that is not a binary fraction is itself enclosed, more finely than the ball by far.
Truth less(const Ball& a, const Rational& b) { return less(a, Ball(b, a.bits() + 64)); }
Truth less_equal(const Ball& a, const Rational& b) { return less_equal(a, Ball(b, a.bits() + 64)); }
Truth is_positive(const Ball& a) { return decided(arb_is_positive(a.raw()) != 0, arb_is_nonpositive(a.raw()) != 0); }

}  // namespace hallmark
