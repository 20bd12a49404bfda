#include "batch/gaussian_moments.hpp"

#include <algorithm>
#include <cmath>

#include "batch/line_transform.hpp"

namespace hallmark::check {

namespace {

/// M(s - 1) of the pair, one record against none or one against one: of the first one K(s), s < 0 or s > 1.
Interval transform_at(const StepPair& pair, const Rational& s, unsigned bits) {
  constexpr double log2 = 0.6931471805599453;
  constexpr double pi = 3.141592653589793;
  const double order = roughly(s);
  const bool replaced = pair.down > 0;
  // A negative power, of l or of the other side's density: how fast the integrand may grow off the axis.
  const double falls = std::max(0.0, replaced ? order - 1 : -order);
  const double deviation = mpfr_get_d(enclose(pair.sigma, 64).hi(), MPFR_RNDU);
  const Interval q = enclose(pair.rate, 64);
  const double ln_rate = mpfr_get_d(log(q).lo(), MPFR_RNDD);
  const double left = falls > 0 ? -falls * mpfr_get_d(log1p(-q).lo(), MPFR_RNDD) : 0;
  // K - 1 is at least about s (s-1) rate^2/(2 sigma^2) (a guess: precision only).
  const double small =
      -std::min(0.0, std::log(order * (order - 1) / 2)) - 2 * ln_rate + 2 * std::max(0.0, std::log(deviation));
  const double need = (static_cast<double>(bits) + 24) * log2 + small;
  if (!(deviation > 1e-3 && need < 20'000 && std::abs(order) < 1e6)) throw TooMuchWork();
  // The reach of the largest step.
  const double most = std::min(std::sqrt(2 * need), 3 * deviation);
  double reach = most;
  double step = 0;
  for (int i = 1; i <= 32; ++i) {
    const double d = most * i / 32;
    const double turn = d / deviation;
    const double share = -falls * std::log(std::cos(turn / 2));
    const double h = 2 * pi * d / (need + d * d / 2 + (turn < pi / 2 && !replaced ? std::min(share, left) : share) + 2);
    if (h > step) step = h, reach = d;
  }
  Rule rule;
  rule.reach = dyadic(reach);
  rule.step = dyadic(step);
  if (rule.reach <= 0 || rule.step <= 0) throw TooMuchWork();
  // To the left K's integrand may be (1-q)^s phi, to the right its peak is at most where l^s phi has it.
  const double wide = std::sqrt(2 * (need + left)) + 1;
  const double peak =
      order < 0 ? 0 : std::max(order / deviation, deviation * (std::log(order) - ln_rate) + 1 / (2 * deviation));
  const double h = roughly(rule.step);
  if (!((wide + peak + wide) / h < 1e6)) throw TooMuchWork();
  rule.first = -Count(wide / h) - 1;
  rule.last = Count((peak + wide) / h) + 1;
  // Ends of the window in the exponents' size.
  const double size = std::abs(order) * (peak + wide + std::abs(order)) + left;
  const Count precision(need / log2 + std::log2(size + 2) + 64);
  return line_transform(pair, precision)->value(Rational(s - 1), rule);
}

/// ln K, K >= 1.
Interval log_of(const Interval& value) {
  const Interval one(Integer(1), value.precision());
  return log(max(value, one));
}

}  // namespace

Interval poisson_remove_real(const Number& rate, const Number& sigma, const Rational& alpha, unsigned bits) {
  return log_of(transform_at({sigma, rate, 1, 0}, alpha, bits));
}

Interval poisson_replaced(const Number& rate, const Number& sigma, const Rational& alpha, unsigned bits) {
  return log_of(transform_at({sigma, rate, 1, 1}, alpha, bits));
}

Interval poisson_add(const Number& rate, const Number& sigma, const Number& alpha, unsigned bits) {
  if (compare(rate, Rational(1)) == Order::equal) {
    return gaussian_log_moment(sigma, alpha, bits);
  }
  if (alpha.kind == Number::Kind::rational) {
    return log_of(transform_at({sigma, rate, 1, 0}, Rational(1) - alpha.argument, bits));
  }
  // K is convex, K(0) = K(1): it falls where s < 0.
  const Count precision = 4 * bits + 512;
  const Interval order = enclose(alpha, precision);
  const Integer one = Integer(1) << precision;
  const auto at = [&](const Integer& end) { return transform_at({sigma, rate, 1, 0}, Rational(one - end, one), bits); };
  return log_of(from_ends(at(scaled_floor(order, precision)), at(scaled_ceil(order, precision))));
}

}  // namespace hallmark::check
