#include "batch/poisson_moment.hpp"

#include <algorithm>
#include <cmath>

#include "batch/poisson_transform.hpp"

namespace hallmark::check {

namespace {

Rational dyadic(double value) {
  constexpr double scale = 1 << 20;
  if (!(value > 1 / scale && value < 1e9)) throw TooMuchWork();
  return {Integer(static_cast<long long>(std::floor(value * scale))), Integer(1 << 20)};
}

}  // namespace

Interval poisson_remove_real(const Number& rate, const Number& sigma, const Rational& alpha, unsigned bits,
                             Budget& budget) {
  constexpr double log2 = 0.6931471805599453;
  constexpr double pi = 3.141592653589793;
  const double s = mpfr_get_d(Interval(alpha, 64).hi(), MPFR_RNDU);
  const double deviation = mpfr_get_d(enclose(sigma, 64).hi(), MPFR_RNDU);
  const double ln_rate = mpfr_get_d(log(enclose(rate, 64)).lo(), MPFR_RNDD);
  // K - 1 is at least about s (s-1) rate^2/(2 sigma^2) (a guess: precision only).
  const double small = -std::min(0.0, std::log(s * (s - 1) / 2)) - 2 * ln_rate + 2 * std::max(0.0, std::log(deviation));
  const double need = (static_cast<double>(bits) + 24) * log2 + small;
  if (!(deviation > 1e-3 && need < 20'000 && s < 1e6)) throw TooMuchWork();
  Rule rule;
  const double reach = std::min(std::sqrt(2 * need), 3 * deviation);
  rule.reach = dyadic(reach);
  rule.step = dyadic(2 * pi * reach / (need + reach * reach / 2 + 2));
  const double h = roughly(rule.step);
  const double first = std::sqrt(2 * need) + 1;
  const double last =
      std::max(s / deviation, deviation * (std::log(s) - ln_rate) + 1 / (2 * deviation)) + std::sqrt(2 * need) + 1;
  if (!((first + last) / h < 1e6)) throw TooMuchWork();
  rule.first = -static_cast<std::int64_t>(first / h) - 1;
  rule.last = static_cast<std::int64_t>(last / h) + 1;
  // Ends of the window in the exponents' size.
  const auto precision = static_cast<mpfr_prec_t>(need / log2 + std::log2(s * (last + s) + 2) + 64);
  const PoissonTransform transform(sigma, rate, precision, budget);
  const Interval value = transform.real_value(alpha, rule);
  return max(log(max(value, Interval(Integer(1), precision))), Interval(precision));
}

}  // namespace hallmark::check
