#include "batch/line_transform.hpp"

#include <algorithm>

namespace hallmark::check {

namespace {

/// Adds weight e^(i k dt l) to sums[k], for every k.
void add_turns(const Box& l, const Box& weight, const Rational& dt, std::vector<Box>& sums) {
  const Count precision = weight.re.precision();
  const Interval delta(dt, precision);
  const Box forward = exp(Box{-(l.im * delta), l.re * delta});
  constexpr Count run = 16;  // products before a fresh exponential: each widens the rectangle
  const Count count = sums.size();
  for (Count begin = 0; begin < count; begin += run) {
    const Count end = std::min(begin + run, count);
    const Interval t(Rational(dt * begin), precision);
    Box state = exp(Box{-(l.im * t), l.re * t}) * weight;
    sums[begin] = sums[begin] + state;
    for (Count k = begin + 1; k < end; ++k) {
      state = state * forward;
      sums[k] = sums[k] + state;
    }
  }
}

}  // namespace

/// 1/(e^(2 pi distance/step) - 1), for distance, step > 0.
Interval LineTransform::strip(const Rational& distance, const Rational& step) const {
  return number(1) / expm1(number(2) * pi_ * number(Rational(distance / step)));
}

Interval LineTransform::value(const Rational& real, const Rule& rule) const {
  if (!is_analytic(rule.reach)) return from_ends(number(0), infinite());
  const Rational a = order(real);
  std::vector<Interval> sums(parts_, number(0));
  for (Count j = rule.first; j <= rule.last; ++j) {
    const std::vector<Interval> integrands = at(a, Rational(rule.step * j));
    for (std::size_t i = 0; i < parts_; ++i) sums[i] = sums[i] + integrands[i];
  }
  const Interval error = number(2) * strip(rule.reach, rule.step);
  Interval lo = atom_;
  Interval hi = atom_;
  for (std::size_t i = 0; i < parts_; ++i) {
    const Interval kept = sums[i] * scale(rule);
    const Interval all = kept + left_out(i, a, rule, 0);
    const Edge ends = edge(i, a, 0, rule.reach, false);
    const Interval share = error * ends.share;  // M <= all + share M
    Interval best = (all + error * ends.most).upper();
    if (proved(less(share, Rational(1)))) best = min(best, (all / (number(1) - share)).upper());
    hi = hi + best;
    lo = lo + max(kept / (number(1) + share.upper()), kept - error * ends.most);
  }
  return from_ends(max(lo, number(0)), hi);
}

Interval LineTransform::bound_beyond(const Rational& real, const Rational& t, const Rule& rule,
                                     const Interval& norm) const {
  if (rule.height <= 0 || !is_monotone(Rational(rule.height + rule.reach))) return infinite();
  const Rational a = order(real);
  const std::vector<Box> around = turns(rule.height);
  std::vector<Interval> sums(parts_, number(0));
  for (Count j = rule.first; j <= rule.last; ++j) {
    const Node node = at(a, Rational(rule.step * j), rule.height, around);
    const Interval slope = sqrt(node.slope.re * node.slope.re + node.slope.im * node.slope.im);
    for (std::size_t i = 0; i < parts_; ++i) {
      sums[i] = sums[i] + exp(node.logs[i].re - number(t) * node.ratio.im) * slope;
    }
  }
  Interval total = atom_;
  for (std::size_t i = 0; i < parts_; ++i) {
    const Edge ends = edge(i, a, rule.height, rule.reach, true);
    const Interval error = number(2) * strip(rule.reach, rule.step) * min(norm * ends.share, ends.most);
    total = total + sums[i] * scale(rule) + left_out(i, a, rule, rule.height) + error;
  }
  return total.upper();
}

std::vector<Box> LineTransform::values(const Rational& real, const Rational& dt, Count count, const Rule& rule,
                                       const Interval& norm) const {
  const bool good = rule.height > 0 && is_analytic(Rational(rule.height + rule.reach));
  const Rational a = order(real);
  std::vector<std::vector<Box>> parts;
  for (std::size_t i = 0; i < parts_; ++i) {
    Interval error = infinite();
    if (good) {
      const Edge ends = edge(i, a, rule.height, rule.reach, false);
      error = (norm * strip(rule.height, rule.step) + min(norm * ends.share, ends.most) * strip(rule.reach, rule.step) +
               left_out(i, a, rule, rule.height))
                  .upper();
    }
    const Interval unknown = from_ends(-error, error);
    parts.emplace_back(count, Box{unknown, unknown});
    if (!error.finite()) return parts.back();
  }
  const std::vector<Box> around = turns(rule.height);
  const Interval unit = scale(rule);
  for (Count j = rule.first; j <= rule.last; ++j) {
    const Node node = at(a, Rational(rule.step * j), rule.height, around);
    for (std::size_t i = 0; i < parts_; ++i) {
      add_turns(node.ratio, exp(node.logs[i]) * node.slope * unit, dt, parts[i]);
    }
  }
  std::vector<Box>& all = parts.front();
  for (Count k = 0; k < count; ++k) {
    if (parts_ > 1) all[k] = all[k] + Box{parts[1][k].re + atom_, -parts[1][k].im};
    if (mirrored_) all[k].im = -all[k].im;
  }
  return all;
}

}  // namespace hallmark::check
