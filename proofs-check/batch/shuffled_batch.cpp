#include "batch/shuffled_batch.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::check {

namespace {

/// Pr[N > x]
Interval above(const Interval& x) { return normal_cdf(-x); }

/// A number a little above what decides signs: bits for eps, sigma and steps of their domains.
Count working_precision(const Number& sigma, const Number& eps, Count steps, Effort effort) {
  const Count s = abs(exponent_above(enclose(sigma, 64)));
  const Count w = exponent_above(enclose_exp(eps, 64));
  const Count precision = effort.bits + effort.scale + 6 * s + 3 * std::max<Count>(0, w) + 3 * bits_of(steps) + 128;
  if (precision > (1L << 22)) throw TooMuchWork();
  return precision;
}

/// The maximum by the sign of its slope, as a function of y with C = 3/2 + s^2 (eps + y).
class Slope {
 public:
  Slope(const Number& sigma, const Number& eps, Count steps, Count precision)
      : precision_(precision),
        one_(integer(1, precision)),
        others_(integer(steps - 1, precision)),
        s_(enclose(sigma, precision)),
        eps_(enclose(eps, precision)),
        w_(enclose_exp(eps, precision)) {}

  [[nodiscard]] Interval threshold(const Interval& y) const {
    return Interval(Rational(3, 2), precision_) + s_ * s_ * (eps_ + y);
  }

  /// A - B, A = (T-1) (Phi((C-1)/s) - Phi((C-2)/s)/w) e^-(1/s^2 + eps + y), B = Phi(C/s) (e^y - 1): falls for y >= 0.
  [[nodiscard]] Interval difference(const Interval& y) const {
    const Interval c = threshold(y);
    const Interval two = integer(2, precision_);
    // Phi1 - Phi2/w = (1 - Q1) - (1 - Q2)/w = (1 - 1/w) + Q2/w - Q1
    const Interval gap = (w_ - one_) / w_ + above((c - two) / s_) / w_ - above((c - one_) / s_);
    const Interval a = others_ * gap * exp(-(one_ / (s_ * s_) + eps_ + y));
    return a - (one_ - above(c / s_)) * expm1(y);
  }

  /// What df/dy is A - B times: R w phi((C-1)/s) s/Phi(C/s), from dC/dy = s^2.
  [[nodiscard]] Interval factor(const Interval& y) const {
    const Interval c = threshold(y);
    const Interval two = integer(2, precision_);
    const Interval log_r = others_ * log1p(-above(c / s_));
    const Interval z = (c - one_) / s_;
    const Interval density = exp(eps_ + log_r - z * z / two) / sqrt(two * Interval::pi(precision_));
    return density * s_ / (one_ - above(c / s_));
  }

 private:
  Count precision_;
  Interval one_, others_, s_, eps_, w_;
};

}  // namespace

Interval batch_event(const Number& sigma, const Number& eps, Count steps, const Interval& c, BatchEvent event,
                     Count precision) {
  const Interval one = integer(1, precision);
  const Interval two = integer(2, precision);
  const Interval s = enclose(sigma, precision);
  const Interval w = enclose_exp(eps, precision);
  const Interval log_r = integer(steps - 1, precision) * log1p(-above(c / s));
  const Interval r = exp(log_r);  // Phi(C/s)^(T-1)
  if (event == BatchEvent::all_below) return r * (above((one - c) / s) - w * above((two - c) / s));
  // 1 - R Phi2 - w (1 - R Phi1) = R (Q2 - w Q1) - (w-1)(1-R)
  return r * (above((c - two) / s) - w * above((c - one) / s)) + enclose_expm1(eps, precision) * expm1(log_r);
}

std::optional<ThresholdBracket> threshold_bracket(const Number& sigma, const Number& eps, Count steps, Effort effort) {
  const Count precision = working_precision(sigma, eps, steps, effort);
  const Slope slope(sigma, eps, steps, precision);
  const Interval zero(precision);
  Interval a = zero;  // A - B >= 0 there: B = 0
  Interval b = integer(bits_of(steps) + 1, precision);
  if (!proved(less(slope.difference(b), zero))) return std::nullopt;
  // Halve until the slope at a, times the width, is small beside the value; a bracket of y with proved signs.
  for (Count step = 0; step < 2 * precision; ++step) {
    if (step % 8 == 0) {
      const Interval gain = (b - a) * slope.difference(a) * slope.factor(from_ends(a, b));
      const Interval value = batch_event(sigma, eps, steps, slope.threshold(a), BatchEvent::some_at_least, precision);
      if (proved(less_equal(times_power_of_two(gain, effort.bits + 8), value))) break;
    }
    const Interval middle = times_power_of_two(a + b, -1);
    if (!proved(less_equal(middle, middle.lower()))) break;  // no longer exact: the precision is used up
    const Truth rises = less(zero, slope.difference(middle));
    if (rises == Truth::unknown) break;
    (rises == Truth::yes ? a : b) = middle;
  }
  return ThresholdBracket{a, b};
}

Interval threshold_within(const Number& sigma, const Number& eps, Count steps, const ThresholdBracket& bracket) {
  const auto& [a, b] = bracket;
  const Count precision = a.precision();
  const Slope slope(sigma, eps, steps, precision);
  const Interval zero(precision);
  const Interval one = integer(1, precision);
  const Interval rise = slope.difference(a);
  const bool begins = proved(less_equal(a, zero)) || proved(less_equal(zero, rise));  // at 0 B = 0
  if (!begins || !proved(less_equal(slope.difference(b), zero))) return Interval::unit(precision);
  // On [a, b] f is at most f(a) + (b-a) sup f', and A - B falls there, so it is largest at a.
  const Interval at_a = batch_event(sigma, eps, steps, slope.threshold(a), BatchEvent::some_at_least, precision);
  const Interval gain = (b - a) * max(zero, rise) * max(zero, slope.factor(from_ends(a, b)));
  return from_ends(max(zero, at_a), max(zero, min(one, at_a + gain)));
}

Interval batch_threshold(const Number& sigma, const Number& eps, Count steps, Effort effort) {
  const std::optional<ThresholdBracket> bracket = threshold_bracket(sigma, eps, steps, effort);
  return bracket ? threshold_within(sigma, eps, steps, *bracket) : Interval::unit(64);
}

Interval batch_event_at(const Number& sigma, const Number& eps, Count steps, const Rational& threshold,
                        BatchEvent event, Effort effort) {
  const Count precision = working_precision(sigma, eps, steps, effort);
  const Interval value = batch_event(sigma, eps, steps, Interval(threshold, precision), event, precision);
  return max(value, Interval(precision));
}

}  // namespace hallmark::check
