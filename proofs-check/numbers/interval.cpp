#include "numbers/interval.hpp"

#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

namespace hallmark::check {

namespace {

mpfr_prec_t common(const Interval& a, const Interval& b) { return std::max(a.precision(), b.precision()); }

std::uint64_t size_of(mpfr_srcptr x) { return limbs(mpfr_get_prec(x)); }
std::uint64_t sum_price(const Interval& a, const Interval& b) { return 40 + 4 * limbs(common(a, b)); }
/// With both ends, each times the denominator.
void charge_comparison(const Interval& a, const Rational& b) {
  Meter::charge(100 + 2 * price::product(limbs(a.precision()), b.limbs()));
}
std::uint64_t squared(std::uint64_t limbs) { return price::product(limbs, limbs); }

/// Prices of one value of MPFR's functions, measured from 10^2 to 10^7 bits: about so many products of the precision, and
/// beyond 256 limbs more of them with each doubling, `steeper` times a quarter.
std::uint64_t products(std::uint64_t count, std::uint64_t limbs, std::uint64_t steeper = 1) {
  const auto doublings = static_cast<std::uint64_t>(std::max(0, static_cast<int>(std::bit_width(limbs)) - 8));
  return count * squared(limbs) / 4 * (4 + steeper * doublings);
}
std::uint64_t exp_price(std::uint64_t limbs) { return 1000 + products(60, limbs); }
std::uint64_t log1p_price(std::uint64_t limbs) { return 2000 + products(110, limbs); }
std::uint64_t atan_price(std::uint64_t limbs) { return 4000 + 1000 * limbs + products(150, limbs); }
/// After the remainder by 2 pi.
std::uint64_t turn_price(mpfr_srcptr x) {
  const long beyond = mpfr_regular_p(x) != 0 ? std::max(0L, static_cast<long>(mpfr_get_exp(x))) : 0;
  return 1000 + products(60, size_of(x) + static_cast<std::uint64_t>(beyond) / 64, 3);
}
/// Far out an asymptotic series; else 1 - erf: a series of about 2 x^2 + p/2 terms with p + x^2/ln 2 bits, for which Ziv's
/// strategy starts several times where the value is small.
std::uint64_t erfc_price(mpfr_srcptr x) {
  const Count bits = mpfr_get_prec(x);
  if (mpfr_regular_p(x) == 0 || mpfr_get_exp(x) < -8) return exp_price(limbs(bits));
  const bool positive = mpfr_sgn(x) > 0;
  const Count e = mpfr_get_exp(x);
  const Count guarded = bits + bits_of(bits) + 3 + 2 * std::max<Count>(e, 0);
  if (const Count gap = 2 * e - 2 - bits_of(guarded - 1); positive && gap >= 0) {
    // Each term is smaller than the one before by 2^-gap at least, and takes a product.
    return 2 * exp_price(limbs(bits)) + (guarded / std::max<Count>(gap, 1) + 20) * 2 * (squared(limbs(bits)) + 100);
  }
  const double size = mpfr_get_d(x, MPFR_RNDU);
  const auto most = static_cast<double>(positive ? 4 * bits : bits);
  const Count square = static_cast<std::int64_t>(std::min(size * size, most));
  const Count words = limbs(bits + (positive ? 3 * square / 2 : Count(0)) + 64);
  return (positive ? 12 : 3) * (2 * square + bits / 2 + 100) * (squared(words) + 40);
}

}  // namespace

void set_exponent_range() {
  constexpr mpfr_exp_t most = (mpfr_exp_t{1} << 30) - 1;
  if (mpfr_set_emin(-most) != 0 || mpfr_set_emax(most) != 0)
    throw std::logic_error("MPFR has no 30-bit exponents here");
}

// Both ends, each an allocation; 16 limbs: its place in a table, twice because tables grow.
std::int64_t Interval::kept() const { return 2 * static_cast<std::int64_t>(size_of(lo_) + 3) + 16; }

Interval::Interval(mpfr_prec_t precision, Unchecked) noexcept {
  mpfr_init2(lo_, precision);
  mpfr_init2(hi_, precision);
  mpfr_set_zero(lo_, 1);
  mpfr_set_zero(hi_, 1);
  Meter::keep(kept());
}

namespace {

mpfr_prec_t paid(mpfr_prec_t precision) {
  const std::uint64_t size = limbs(precision);
  Meter::charge(50 + size);
  Meter::room(2 * size + 22);
  return precision;
}

}  // namespace

Interval::Interval(mpfr_prec_t precision) : Interval(paid(precision), Unchecked{}) {}

Interval::Interval(const Integer& value, mpfr_prec_t precision) : Interval(value, value, precision) {}

Interval::Interval(const Rational& value, mpfr_prec_t precision) : Interval(precision) {
  Meter::charge(100 + 4 * value.limbs() + 2 * price::quotient(2 * size_of(lo_), size_of(lo_)));
  mpfr_set_q(lo_, raw(value), MPFR_RNDD);
  mpfr_set_q(hi_, raw(value), MPFR_RNDU);
}

Interval::Interval(const Integer& lo, const Integer& hi, mpfr_prec_t precision) : Interval(precision) {
  Meter::charge(20 + lo.limbs() + hi.limbs());
  mpfr_set_z(lo_, raw(lo), MPFR_RNDD);
  mpfr_set_z(hi_, raw(hi), MPFR_RNDU);
}

Interval::Interval(const Interval& other) : Interval(other.precision()) {
  mpfr_set(lo_, other.lo_, MPFR_RNDD);
  mpfr_set(hi_, other.hi_, MPFR_RNDU);
}

// The source is left valid, with the least precision there is.
Interval::Interval(Interval&& other) noexcept : Interval(MPFR_PREC_MIN, Unchecked{}) {
  mpfr_swap(lo_, other.lo_);
  mpfr_swap(hi_, other.hi_);
}

Interval& Interval::operator=(Interval other) noexcept {
  mpfr_swap(lo_, other.lo_);
  mpfr_swap(hi_, other.hi_);
  return *this;
}

Interval::~Interval() {
  Meter::keep(-kept());
  mpfr_clear(lo_);
  mpfr_clear(hi_);
}

Interval Interval::unit(mpfr_prec_t precision) { return {Integer(0), Integer(1), precision}; }

Interval Interval::pi(mpfr_prec_t precision) {
  Meter::charge(exp_price(limbs(precision)));
  Interval result(precision);
  mpfr_const_pi(result.lo_, MPFR_RNDD);
  mpfr_const_pi(result.hi_, MPFR_RNDU);
  return result;
}

Interval Interval::exactly(double value, mpfr_prec_t precision) {
  Interval result(std::max<mpfr_prec_t>(precision, 53));
  mpfr_set_d(result.lo_, value, MPFR_RNDD);
  mpfr_set_d(result.hi_, value, MPFR_RNDU);
  result.repair();
  return result;
}

Interval Interval::ends(Unary function, mpfr_srcptr for_lo, mpfr_srcptr for_hi, std::uint64_t units) {
  Meter::charge(units);
  Interval result(std::max(mpfr_get_prec(for_lo), mpfr_get_prec(for_hi)));
  function(result.lo_, for_lo, MPFR_RNDD);
  function(result.hi_, for_hi, MPFR_RNDU);
  result.repair();
  return result;
}

Interval Interval::ends(Binary function, const Interval& a, const Interval& b, mpfr_srcptr for_lo, mpfr_srcptr for_hi,
                        std::uint64_t units) {
  Meter::charge(units);
  Interval result(common(a, b));
  function(result.lo_, a.lo_, for_lo, MPFR_RNDD);
  function(result.hi_, a.hi_, for_hi, MPFR_RNDU);
  result.repair();
  return result;
}

Interval Interval::between(mpfr_srcptr lo, mpfr_srcptr hi) { return ends(mpfr_set, lo, hi, 20); }

bool Interval::contains(const Rational& value) const {
  charge_comparison(*this, value);
  return mpfr_cmp_q(lo_, raw(value)) <= 0 && mpfr_cmp_q(hi_, raw(value)) >= 0;
}

Interval Interval::lower() const { return between(lo_, lo_); }

Interval Interval::upper() const { return between(hi_, hi_); }

void Interval::repair() {
  if (mpfr_nan_p(lo_) != 0) mpfr_set_inf(lo_, -1);
  if (mpfr_nan_p(hi_) != 0) mpfr_set_inf(hi_, 1);
}

Interval operator+(const Interval& a, const Interval& b) {
  return Interval::ends(mpfr_add, a, b, b.lo_, b.hi_, sum_price(a, b));
}

Interval operator-(const Interval& a, const Interval& b) {
  return Interval::ends(mpfr_sub, a, b, b.hi_, b.lo_, sum_price(a, b));
}

Interval operator-(const Interval& a) { return Interval::ends(mpfr_neg, a.hi_, a.lo_, 20); }

/// The extremes of a product or quotient over a rectangle lie at its corners. 0 * infinity is NaN in MPFR: then the whole
/// line.
Interval Interval::corners(Binary function, const Interval& a, const Interval& b, std::uint64_t units) {
  Meter::charge(8 * units);
  Interval result(common(a, b));
  Interval corner(result.precision());
  mpfr_set_inf(result.lo_, 1);
  mpfr_set_inf(result.hi_, -1);
  bool lost = false;
  for (mpfr_srcptr x : {a.lo(), a.hi()}) {
    for (mpfr_srcptr y : {b.lo(), b.hi()}) {
      function(corner.lo_, x, y, MPFR_RNDD);
      function(corner.hi_, x, y, MPFR_RNDU);
      lost = lost || mpfr_nan_p(corner.lo_) != 0 || mpfr_nan_p(corner.hi_) != 0;
      mpfr_min(result.lo_, result.lo_, corner.lo_, MPFR_RNDD);
      mpfr_max(result.hi_, result.hi_, corner.hi_, MPFR_RNDU);
    }
  }
  return lost ? line(result.precision()) : result;
}

Interval Interval::line(mpfr_prec_t precision) {
  Interval result(precision);
  mpfr_set_inf(result.lo_, -1);
  mpfr_set_inf(result.hi_, 1);
  return result;
}

Interval Interval::at_point(Unary function, mpfr_srcptr x) {
  const std::uint64_t units = turn_price(x);
  Meter::charge(units);
  Interval result(mpfr_get_prec(x));
  const int inexact = function(result.lo_, x, MPFR_RNDD);
  if (mpfr_number_p(result.lo_) == 0) return ends(function, x, x, 2 * units);
  // Rounding is correct: a value that is not the lower end lies below the next number.
  mpfr_set(result.hi_, result.lo_, MPFR_RNDU);
  if (inexact != 0) mpfr_nextabove(result.hi_);
  return result;
}

Interval operator*(const Interval& a, const Interval& b) {
  const std::uint64_t units = price::product(size_of(a.lo_), size_of(b.lo_));
  if (mpfr_sgn(a.lo_) < 0 || mpfr_sgn(b.lo_) < 0) return Interval::corners(mpfr_mul, a, b, units);
  return Interval::ends(mpfr_mul, a, b, b.lo_, b.hi_, 2 * units);
}

Interval operator/(const Interval& a, const Interval& b) {
  const bool definite = mpfr_sgn(b.lo_) > 0 || mpfr_sgn(b.hi_) < 0;
  if (!definite) return Interval::line(common(a, b));
  const std::uint64_t size = limbs(common(a, b));
  const std::uint64_t units = price::quotient(2 * size, size);
  if (mpfr_sgn(a.lo_) < 0 || mpfr_sgn(b.lo_) < 0) return Interval::corners(mpfr_div, a, b, units);
  return Interval::ends(mpfr_div, a, b, b.hi_, b.lo_, 2 * units);
}

Interval sqrt(const Interval& a) {
  Meter::charge(6 * squared(size_of(a.lo_)));
  Interval result(a.precision());
  if (mpfr_sgn(a.lo_) > 0) mpfr_sqrt(result.lo_, a.lo_, MPFR_RNDD);
  mpfr_sqrt(result.hi_, a.hi_, MPFR_RNDU);
  result.repair();
  return result;
}

Interval exp(const Interval& a) { return Interval::ends(mpfr_exp, a.lo_, a.hi_, 2 * exp_price(size_of(a.lo_))); }

Interval expm1(const Interval& a) { return Interval::ends(mpfr_expm1, a.lo_, a.hi_, 2 * exp_price(size_of(a.lo_))); }

Interval log(const Interval& a) { return Interval::ends(mpfr_log, a.lo_, a.hi_, 2 * log1p_price(size_of(a.lo_))); }

Interval log1p(const Interval& a) { return Interval::ends(mpfr_log1p, a.lo_, a.hi_, 2 * log1p_price(size_of(a.lo_))); }

/// erfc decreases: the ends change places.
Interval erfc(const Interval& a) {
  return Interval::ends(mpfr_erfc, a.hi_, a.lo_, erfc_price(a.lo_) + erfc_price(a.hi_));
}

namespace {

// Where the remainder by 2 pi would cost all digits of a, and hardly ever be known.
bool is_far(const Interval& a) { return !a.finite() || exponent_above(a) > a.precision() + 64; }

Interval within_1(const Interval& a) { return {Integer(-1), Integer(1), a.precision()}; }

// From the values at the lower end of a: both functions move by at most the width of a, and stay in [-1, 1].
Interval widened(const Interval& at_lower_end, const Interval& a) {
  const Interval limit = within_1(a);
  const Interval width = (a.upper() - a.lower()).upper();
  const Interval wide = from_ends(at_lower_end - width, at_lower_end + width);
  return max(min(wide, limit.upper()), limit.lower());
}

}  // namespace

Interval cos(const Interval& a) { return is_far(a) ? within_1(a) : widened(Interval::at_point(mpfr_cos, a.lo_), a); }

Interval sin(const Interval& a) { return is_far(a) ? within_1(a) : widened(Interval::at_point(mpfr_sin, a.lo_), a); }

Interval atan(const Interval& a) { return Interval::ends(mpfr_atan, a.lo_, a.hi_, 2 * atan_price(size_of(a.lo_))); }

Interval nth_power(const Interval& a, Count exponent) {
  const std::uint64_t n = exponent;
  Interval result(Integer(1), a.precision());
  for (std::uint64_t bit = std::bit_floor(n); bit != 0; bit >>= 1) {
    result = result * result;
    if ((n & bit) != 0) result = result * a;
  }
  return result;
}

Interval min(const Interval& a, const Interval& b) { return Interval::ends(mpfr_min, a, b, b.lo_, b.hi_, 20); }

Interval max(const Interval& a, const Interval& b) { return Interval::ends(mpfr_max, a, b, b.lo_, b.hi_, 20); }

Interval times_power_of_two(const Interval& a, long exponent) {
  Interval result(a.precision());
  mpfr_mul_2si(result.lo_, a.lo_, exponent, MPFR_RNDD);
  mpfr_mul_2si(result.hi_, a.hi_, exponent, MPFR_RNDU);
  return result;
}

Interval from_ends(const Interval& lo, const Interval& hi) { return Interval::between(lo.lo_, hi.hi_); }

namespace {

// No operation makes an end that is not a number or ends in the wrong order; if one ever did, it would prove nothing.
Truth decided(bool is_ordered, bool is_true, bool is_false) {
  if (!is_ordered || is_true == is_false) return Truth::unknown;
  return is_true ? Truth::yes : Truth::no;
}

bool is_ordered(const Interval& x) { return mpfr_lessequal_p(x.lo(), x.hi()) != 0; }

}  // namespace

Truth less(const Interval& a, const Interval& b) {
  Meter::charge(10);
  return decided(is_ordered(a) && is_ordered(b), mpfr_less_p(a.hi(), b.lo()) != 0,
                 mpfr_greaterequal_p(a.lo(), b.hi()) != 0);
}

Truth less_equal(const Interval& a, const Interval& b) { return negated(less(b, a)); }

Truth less(const Interval& a, const Rational& b) {
  charge_comparison(a, b);
  return decided(is_ordered(a), mpfr_cmp_q(a.hi(), raw(b)) < 0, mpfr_cmp_q(a.lo(), raw(b)) >= 0);
}

Truth less_equal(const Interval& a, const Rational& b) {
  charge_comparison(a, b);
  return decided(is_ordered(a), mpfr_cmp_q(a.hi(), raw(b)) <= 0, mpfr_cmp_q(a.lo(), raw(b)) > 0);
}

namespace {

Integer scaled(mpfr_srcptr x, Count exponent, mpfr_rnd_t direction) {
  if (mpfr_number_p(x) == 0) throw std::logic_error("scaled: infinite end");
  const Count bits = mpfr_regular_p(x) != 0 ? mpfr_get_exp(x) + exponent : Count(0);
  const std::uint64_t most = limbs(std::max<Count>(0, bits));
  Integer result;
  mpfr_t shifted;
  result.write(60 + 2 * size_of(x) + most, most, [&](mpz_ptr z) {
    mpfr_init2(shifted, mpfr_get_prec(x));
    mpfr_mul_2si(shifted, x, exponent, direction);  // exact, the precision is that of x, or infinite
    if (mpfr_number_p(shifted) != 0) mpfr_get_z(z, shifted, direction);
  });
  const bool is_number = mpfr_number_p(shifted) != 0;
  mpfr_clear(shifted);
  if (!is_number) throw std::logic_error("scaled: infinite end");
  return result;
}

}  // namespace

Integer scaled_floor(const Interval& a, Count exponent) { return scaled(a.lo(), exponent, MPFR_RNDD); }

Integer scaled_ceil(const Interval& a, Count exponent) { return scaled(a.hi(), exponent, MPFR_RNDU); }

Interval normal_cdf(const Interval& x) {
  const Interval two(Integer(2), x.precision());
  return erfc(-x / sqrt(two)) / two;
}

Count exponent_above(const Interval& a) {
  if (!a.finite()) throw TooMuchWork();
  Count result = 0;
  bool first = true;
  for (mpfr_srcptr x : {a.lo(), a.hi()}) {
    if (mpfr_zero_p(x) != 0) continue;
    const Count e = mpfr_get_exp(x);
    result = first ? e : std::max(result, e);
    first = false;
  }
  return result;
}

}  // namespace hallmark::check
