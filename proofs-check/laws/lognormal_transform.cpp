#include "laws/lognormal_transform.hpp"

#include <algorithm>
#include <cmath>

namespace hallmark::check {

namespace {

constexpr double kLog2 = 0.6931471805599453;
constexpr double kPi = 3.141592653589793;
constexpr double kMostNodes = 1 << 16;

}  // namespace

Rational dyadic(double value) {
  constexpr double scale = 1 << 20;
  if (!(std::abs(value) < 1e12)) throw TooMuchWork();
  return Rational(Integer(static_cast<long long>(std::floor(value * scale))), Integer(1 << 20));
}

Box operator+(const Box& a, const Box& b) { return {a.re + b.re, a.im + b.im}; }
Box operator*(const Box& a, const Box& b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
Box operator*(const Box& a, const Interval& b) { return {a.re * b, a.im * b}; }

Box rotation(const Interval& x) { return {cos(x), sin(x)}; }
Box exp(const Box& z) { return rotation(z.im) * exp(z.re); }

Box inverse(const Box& z) {
  const Interval size = z.re * z.re + z.im * z.im;
  return {z.re / size, -(z.im / size)};
}

Box power(Box base, Count exponent) {
  Box result{integer(1, base.re.precision()), Interval(base.re.precision())};
  for (std::uint64_t bits = exponent; bits != 0; bits >>= 1) {
    if ((bits & 1) != 0) result = result * base;
    if (bits > 1) base = base * base;
  }
  return result;
}

LognormalTransform::LognormalTransform(const Number& sigma, Count bits)
    : precision_(0), s_(64), half_strip_(64), aliases_(64), beyond_(64) {
  // Doubles choose lines, strip and step; the error is computed from what they became. Lines go down to
  // k0 = -largest_k_, strips of half width d < largest_k_ <= pi/(2 s) lie on both sides of them.
  constexpr double most_turn = 8;
  rough_s_ = 1 / mpfr_get_d(enclose(sigma, 64).lo(), MPFR_RNDN);
  if (!(rough_s_ > 1e-12 && rough_s_ < 1e6)) throw TooMuchWork();
  largest_k_ = std::min(0.99 * kPi / (2 * rough_s_), most_turn);
  const double depth = static_cast<double>(bits + 8) * kLog2;
  const Rational d = dyadic(0.98 * largest_k_);
  const double edge = largest_k_ + roughly(d);
  const Rational h = dyadic(std::min(2.0, 2 * kPi * roughly(d) / (depth + edge * edge / 2 + 2)));
  const double count = std::sqrt(2 * depth + largest_k_ * largest_k_) / roughly(h) + 2;
  if (d <= 0 || roughly(h) < 1e-5 || !(count < kMostNodes)) throw TooMuchWork();
  precision_ = bits + Count(edge * edge / 2 / kLog2) + 32;
  const Count last(count);
  const Interval one(Integer(1), precision_);
  const Interval two(Integer(2), precision_);
  const Interval root = sqrt(two * Interval::pi(precision_));
  const Interval step(h, precision_);
  s_ = one / enclose(sigma, precision_);
  half_strip_ = Interval(d, precision_);
  aliases_ = one / expm1(two * Interval::pi(precision_) * half_strip_ / step);
  for (Count j = -last; j <= last; ++j) {
    const Interval x = step * integer(j, precision_);
    const Interval density = exp(-(x * x) / two) / root;
    (j < 0 ? left_ : right_).push_back({x, step * density, exp(s_ * x - s_ * s_ / two)});
    // h times the sum of phi beyond the last node x is at most the integral, phi(x)/x.
    if (j == last) beyond_ = two * density / x;
  }
  std::reverse(left_.begin(), left_.end());
}

Box LognormalTransform::at(const Interval& re, const Interval& im) const {
  const Interval zero(precision_);
  const Interval two(Integer(2), precision_);
  const Box unit{Interval(Integer(-1), Integer(1), precision_), Interval(Integer(-1), Integer(1), precision_)};
  if (!re.finite() || !im.finite()) return unit;
  const double argument = std::atan2(mpfr_get_d(im.lo(), MPFR_RNDN), mpfr_get_d(re.lo(), MPFR_RNDN));
  const Interval k0(dyadic(-std::min(argument / rough_s_, largest_k_)), precision_);
  Interval error(precision_);
  // Both edges of the strip are where Re(theta e^(iks)) >= 0; no turn exceeds 3.14, so this is |arg theta + ks| <=
  // pi/2.
  for (const Interval& k : {k0 + half_strip_, k0 - half_strip_}) {
    const Interval turn = k * s_;
    const Box turned = rotation(turn);
    if (!proved(less(max(turn, -turn), Rational(157, 50)))) return unit;
    if (!proved(less(zero, re * turned.re - im * turned.im))) return unit;
    error = error + exp(k * k / two) * aliases_;
  }
  const Box omega = Box{re, im} * rotation(k0 * s_);
  const Interval amplification = exp(k0 * k0 / two);
  error = error + amplification * beyond_;
  Box sum{zero, zero};
  const auto add = [&](const Node& node) {
    Interval decay = exp(-(omega.re * node.ratio));
    sum = sum + rotation(-(omega.im * node.ratio) - k0 * node.x) * decay * node.weight;
    return decay;
  };
  for (const Node& node : left_) add(node);
  const bool decays = proved(less(zero, omega.re));
  for (const Node& node : right_) {
    // Further right exp(-Re(omega) X) is smaller still, and the weights add up to less than 1 there.
    const Interval decay = add(node);
    if (decays && proved(less(zero, node.x)) && mpfr_get_exp(decay.hi()) < -precision_) {
      error = error + amplification * decay;
      break;
    }
  }
  if (!error.finite()) return unit;
  const Interval around = from_ends(-error.upper(), error.upper());
  return {sum.re * amplification + around, sum.im * amplification + around};
}

Interval LognormalTransform::real(const Interval& r) const {
  // The line k0 = 0: there exp(-rX) falls from 1 to 0, and is at most 1 in modulus up to the turn pi/2.
  const Interval zero(precision_);
  const Interval one(Integer(1), precision_);
  const Interval two(Integer(2), precision_);
  const Interval line = from_ends(zero, one);
  if (mpfr_sgn(r.lo()) < 0 || !proved(less_equal(half_strip_ * s_ * two, Interval::pi(precision_)))) return line;
  Interval error = two * exp(half_strip_ * half_strip_ / two) * aliases_ + beyond_;
  Interval sum = zero;
  for (const Node& node : left_) sum = sum + node.weight * exp(-(r * node.ratio));
  for (const Node& node : right_) {
    const Interval decay = exp(-(r * node.ratio));
    sum = sum + node.weight * decay;
    if (!proved(less(zero, node.x)) || mpfr_get_exp(decay.hi()) >= -precision_) continue;
    error = error + decay;  // further right it is smaller still, and the weights add up to less than 1 there
    break;
  }
  return max(min(from_ends(sum - error, sum + error), line.upper()), zero);
}

}  // namespace hallmark::check
