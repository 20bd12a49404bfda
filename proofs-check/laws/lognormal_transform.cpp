#include "laws/lognormal_transform.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace hallmark::check {

namespace {

constexpr double kLog2 = 0.6931471805599453;
constexpr double kPi = 3.141592653589793;
constexpr double kMostNodes = 1 << 16;

/// A double as a rational with few bits: chosen values are exact.
Rational dyadic(double value) {
  constexpr double scale = 1 << 20;
  return Rational(Integer(static_cast<long long>(std::floor(value * scale))), Integer(1 << 20));
}

Interval plus_minus(const Interval& value, const Interval& error) {
  return from_ends(value - error.upper(), value + error.upper());
}

}  // namespace

Box operator+(const Box& a, const Box& b) { return {a.re + b.re, a.im + b.im}; }
Box operator*(const Box& a, const Box& b) { return {a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re}; }
Box operator*(const Box& a, const Interval& b) { return {a.re * b, a.im * b}; }

Box rotation(const Interval& x) { return {cos(x), sin(x)}; }
Box exp(const Box& z) { return rotation(z.im) * exp(z.re); }

Interval power(Interval base, std::uint64_t exponent) {
  Interval result(Integer(1), base.precision());
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = result * base;
    if (exponent > 1) base = base * base;
  }
  return result;
}

Box power(Box base, std::uint64_t exponent) {
  Box result{Interval(Integer(1), base.re.precision()), Interval(base.re.precision())};
  for (; exponent != 0; exponent >>= 1) {
    if ((exponent & 1) != 0) result = result * base;
    if (exponent > 1) base = base * base;
  }
  return result;
}

LognormalTransform::LognormalTransform(const Number& sigma, unsigned long bits, Budget& budget)
    : budget_(budget),
      precision_(static_cast<mpfr_prec_t>(bits + 64)),
      s_exact_(Interval(Integer(1), precision_) / enclose(sigma, precision_)),
      half_strip_(precision_),
      step_(precision_) {
  s_ = mpfr_get_d(s_exact_.lo(), MPFR_RNDN);
  if (!(s_ > 1e-12 && s_ < 1e6)) throw TooMuchWork();
  // Lines down to k0 = -largest_k_ and strips of half width d < largest_k_ <= pi/(2 s) on both sides of them.
  constexpr double most_turn = 8;
  const double depth = static_cast<double>(bits + 8) * kLog2;
  largest_k_ = std::min(0.99 * kPi / (2 * s_), most_turn);
  const Rational d = dyadic(0.98 * largest_k_);
  const double width = roughly(d);
  const double edge = largest_k_ + width;
  const Rational h = dyadic(std::min(2.0, 2 * kPi * width / (depth + edge * edge / 2 + 2)));
  const double h_double = roughly(h);
  if (!(width > 0 && h_double > 1e-5)) throw TooMuchWork();
  precision_ += static_cast<mpfr_prec_t>(edge * edge / 2 / kLog2) + 8;
  s_exact_ = Interval(Integer(1), precision_) / enclose(sigma, precision_);
  half_strip_ = Interval(d, precision_);
  step_ = Interval(h, precision_);
  const double count = std::sqrt(2 * depth + largest_k_ * largest_k_) / h_double + 2;
  if (!(count < kMostNodes)) throw TooMuchWork();
  const auto last = static_cast<std::int64_t>(count);
  const auto limbs = static_cast<std::uint64_t>(precision_ / 64 + 1);
  budget_.charge(static_cast<std::uint64_t>(last), 1000 * limbs);
  const Interval norm = step_ / sqrt(Interval::pi(precision_) * Interval(Integer(2), precision_));
  const Interval half(Rational(1, 2), precision_);
  for (std::int64_t j = -last; j <= last; ++j) {
    Interval x = step_ * Interval(Integer(j), precision_);
    Interval weight = norm * exp(-(x * x * half));
    Interval ratio = exp(s_exact_ * x - s_exact_ * s_exact_ * half);
    (j < 0 ? left_ : right_).push_back({std::move(x), std::move(weight), std::move(ratio)});
  }
  std::reverse(left_.begin(), left_.end());
}

Box LognormalTransform::at(const Interval& re, const Interval& im) const {
  const Interval one(Integer(1), precision_);
  const Interval zero(precision_);
  const Interval half(Rational(1, 2), precision_);
  const Box unit{Interval(Integer(-1), Integer(1), precision_), Interval(Integer(-1), Integer(1), precision_)};
  if (!re.finite() || !im.finite()) return unit;
  const double argument = std::atan2(mpfr_get_d(im.lo(), MPFR_RNDN), mpfr_get_d(re.lo(), MPFR_RNDN));
  const Interval k0(dyadic(-std::min(argument / s_, largest_k_)), precision_);
  // Both edges of the strip are where Re(theta e^(iks)) >= 0; no turn exceeds 3.14, so this is |arg theta + ks| <=
  // pi/2.
  for (const Interval& k : {k0 + half_strip_, k0 - half_strip_}) {
    const Interval turn = k * s_exact_;
    const Box turned = rotation(turn);
    const Interval size = max(turn, -turn);
    if (!proved(less(size, Rational(157, 50))) || !proved(less(zero, re * turned.re - im * turned.im))) return unit;
  }
  const auto rule = [&](const Interval& edge) {
    return exp(edge * edge * half) /
           expm1(Interval::pi(precision_) * half_strip_ / step_ * Interval(Integer(2), precision_));
  };
  Interval error = rule(k0 + half_strip_) + rule(k0 - half_strip_);
  const Box omega = Box{re, im} * rotation(k0 * s_exact_);
  const Interval amplification = exp(k0 * k0 * half);
  const auto limbs = static_cast<std::uint64_t>(precision_ / 64 + 1);
  budget_.charge(right_.size() + left_.size(), 1500 * limbs);
  Box sum{zero, zero};
  const auto term = [&](const Node& node) {
    return exp(Box{-(omega.re * node.ratio), -(omega.im * node.ratio) - k0 * node.x}) * node.weight;
  };
  // Beyond the node at |x| = X: h times the sum of phi is at most the integral, phi(X)/X.
  const auto beyond = [&](const Interval& x) {
    return exp(-(x * x * half)) / (sqrt(Interval::pi(precision_) * Interval(Integer(2), precision_)) * x);
  };
  const mpfr_exp_t negligible = -static_cast<mpfr_exp_t>(precision_);
  bool cut = false;
  for (const Node& node : right_) {
    const Box value = term(node);
    sum = sum + value;
    // Further right exp(-Re(omega) X) is smaller still, and the weights add up to less than 1 there.
    const Interval decay = exp(-(omega.re * node.ratio));
    if (proved(less(zero, omega.re)) && proved(less(zero, node.x)) && mpfr_get_exp(decay.hi()) < negligible) {
      error = error + amplification * decay;
      cut = true;
      break;
    }
  }
  if (!cut) error = error + amplification * beyond(right_.back().x);
  for (const Node& node : left_) sum = sum + term(node);
  error = error + amplification * beyond(-left_.back().x);
  sum = sum * amplification;
  if (!error.finite()) return unit;
  return {plus_minus(sum.re, error), plus_minus(sum.im, error)};
}

Interval LognormalTransform::real(const Interval& r) const {
  const Interval value = at(r, Interval(precision_)).re;
  return max(min(value, Interval(Integer(1), precision_)), Interval(precision_));
}

}  // namespace hallmark::check
