#include "allocation/few_steps.hpp"

#include <vector>

#include "numbers/gaussian_profile.hpp"

namespace hallmark::check {

namespace {

using Vector = std::vector<Interval>;

/// The mean of a closed form over a standard normal vector of steps - 1 coordinates.
class DifferencesRule {
 public:
  DifferencesRule(const AllocationScheme& scheme, const Number& eps, const FewStepsRule& rule, Count precision)
      : steps_(scheme.steps),
        selected_(scheme.selected),
        remove_(scheme.remove),
        precision_(precision),
        rule_(rule),
        sigma_(enclose(scheme.sigma, precision)),
        eps_(enclose(eps, precision)),
        w_(enclose_exp(eps, precision)),
        tau_(integer(selected_, precision) / (sigma_ * sqrt(integer(steps_, precision)))),
        length_(sqrt(number(Rational(Integer(selected_ * (steps_ - selected_)), Integer(steps_)))) / sigma_) {
    choose({});
    for (Count m = -rule.last; m <= rule.last; ++m) {
      const Interval u = number(Rational(rule.step * m));
      normal_.push_back(exp(-(u * u) / number(2)) * number(rule.step) / sqrt(number(2) * Interval::pi(precision)));
    }
    scale_ = exp(-(length_ * length_) / number(2)) / integer(directions_.size(), precision);
  }

  [[nodiscard]] Interval value() const {
    const Interval sum = summed(0, number(1), Vector(directions_.size(), number(1)));
    const auto [strip, left_out] = errors();
    return from_ends(sum - strip, sum + strip + left_out);
  }

 private:
  [[nodiscard]] Interval number(const Rational& x) const { return {x, precision_}; }

  /// The vector l_T/sigma of every choice T of selected steps, by the coordinates (1, ..., 1, -j, 0, ...)/sqrt(j(j+1)).
  void choose(const std::vector<bool>& begun) {
    const Count length = begun.size();
    Count taken = 0;
    for (const bool in : begun) taken += in ? 1 : 0;
    if (taken > selected_ || selected_ - taken > steps_ - length) return;
    if (length < steps_) {
      for (const bool next : {false, true}) {
        std::vector<bool> longer = begun;
        longer.push_back(next);
        choose(longer);
      }
      return;
    }
    Vector vector;
    Count before = begun[0] ? 1 : 0;
    for (Count j = 1; j < length; ++j) {
      const Integer sum = Integer(before) - (begun[j] ? Integer(j) : Integer(0));
      vector.push_back(integer(sum, precision_) / (sqrt(integer(j * (j + 1), precision_)) * sigma_));
      before += begun[j] ? 1 : 0;
    }
    directions_.push_back(std::move(vector));
  }

  /// The closed form, given H.
  [[nodiscard]] Interval given(const Interval& h) const {
    const Interval l = log(h);
    if (remove_) return h * gaussian_profile(tau_, eps_ - l, w_ / h);
    return gaussian_profile(tau_, eps_ + l, w_ * h);
  }

  /// The sum over the nodes of the coordinates from j on; `terms` has of each choice the growth of those before.
  [[nodiscard]] Interval summed(Count j, const Interval& weight, const Vector& terms) const {
    if (j + 1 == steps_) {
      Interval h(precision_);
      for (const Interval& term : terms) h = h + term;
      return weight * given(h * scale_);
    }
    Interval sum(precision_);
    // The first coordinate is the difference of two steps: its sign does not matter.
    for (Count m = j == 0 ? Count(0) : -rule_.last; m <= rule_.last; ++m) {
      const Interval u = number(Rational(rule_.step * m));
      Vector grown;
      for (std::size_t i = 0; i < terms.size(); ++i) grown.push_back(terms[i] * exp(directions_[i][j] * u));
      const Interval here = weight * normal_[m + rule_.last];
      sum = sum + summed(j + 1, j == 0 && m > 0 ? here + here : here, grown);
    }
    return sum;
  }

  struct Errors {
    Interval strip, left_out;
  };
  [[nodiscard]] Errors errors() const {
    const Interval one = number(1);
    const Interval two = number(2);
    const Interval pi = Interval::pi(precision_);
    const Interval h = number(rule_.step);
    const Interval a = number(rule_.reach);
    const Interval end = number(Rational(rule_.step * rule_.last));
    const Interval angle = a * length_;
    const Interval ratio = exp(-(two * pi * pi) / (h * h));
    if (!proved(less(two * angle, pi)) || !proved(less(ratio, Rational(1))) || !proved(less_equal(length_, end))) {
      throw Rejected{"witness", "few-steps: must satisfy reach l/sigma < pi/2 and l/sigma <= step last"};
    }
    const Interval n = integer(steps_ - 1, precision_);
    const Interval whole = nth_power(one + two * ratio / (one - ratio), steps_ - 2);
    const Interval turned = angle / tau_;
    const Interval edge = exp((a * a + turned * turned) / two) * (one + w_);
    return {(n * whole * edge * two / expm1(two * pi * a / h)).upper(),
            (two * n * whole * normal_cdf(length_ - end)).upper()};
  }

  Count steps_, selected_;
  bool remove_;
  Count precision_;
  FewStepsRule rule_;
  Interval sigma_, eps_, w_, tau_, length_;
  Interval scale_ = Interval(64);
  std::vector<Vector> directions_;
  Vector normal_;
};

}  // namespace

Interval few_steps_delta(const AllocationScheme& scheme, const Number& eps, const FewStepsRule& rule,
                         const Effort& effort) {
  const Count precision = effort.bits + effort.scale + 128;
  Count nodes = 1;
  for (Count j = 1; j < scheme.steps; ++j) {
    nodes = nodes * (2 * rule.last + 1);
    if (nodes > 4'000'000) throw TooMuchWork();
  }
  const Interval value = DifferencesRule(scheme, eps, rule, precision).value();
  if (!value.finite()) return Interval::unit(precision);
  return max(min(value, integer(1, precision)), Interval(precision));
}

}  // namespace hallmark::check
