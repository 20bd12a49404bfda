#include "allocation/allocation_moments.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <optional>
#include <vector>

#include "batch/gaussian_moments.hpp"
#include "laws/lognormal_transform.hpp"
#include "numbers/fixed.hpp"
#include "numbers/power_series.hpp"

namespace hallmark::check {

namespace {

constexpr Count kMostTerms = 24;  // of a series near 0

/// A number >= 0 that lies between any two partial sums of sum (-y)^j a_j next to each other: the first two less than
/// `enough` apart.
std::optional<Interval> alternating(const std::vector<Interval>& a, const Interval& y, const Interval& enough) {
  Interval sum(y.precision());
  Interval power(Integer(1), y.precision());
  for (std::size_t j = 0; j < a.size(); ++j) {
    const Interval term = power * a[j];
    const Interval next = j % 2 == 0 ? sum + term : sum - term;
    if (proved(less(term, enough))) return j % 2 == 0 ? from_ends(sum, next) : from_ends(next, sum);
    sum = next;
    power = power * y;
  }
  return std::nullopt;
}

/// alpha or 1 - alpha as m - r, r > 0 far enough from an integer.
struct Parts {
  Count m;
  Interval r;
};
Parts parts_of(const Number& alpha, bool remove, Count precision) {
  const Interval exact = enclose(alpha, precision);
  if (!remove) return {0, exact - integer(1, precision)};
  constexpr Count largest_order = 16;
  const Interval order = enclose(alpha, 64);
  if (!proved(less(order, Rational(largest_order)))) throw TooMuchWork();
  const Count m(std::ceil(mpfr_get_d(order.hi(), MPFR_RNDU) + 0.5));
  return {m, integer(m, precision) - exact};
}

/// What stays fixed for E[f^(m-r)] = (1/Gamma(r)) int_0^inf y^(r-1) G(y) dy, G(y) = E[f^m e^(-yf)], in u = ln y: the
/// trapezoid sums of this integral and of Gamma(r), with one rule.
class Moment {
 public:
  Moment(Count steps, const Number& sigma, Count m, const Interval& r, const QuadraturePlan& plan)
      : steps_(steps),
        m_(m),
        precision_(r.precision()),
        accuracy_(plan.accuracy),
        one_(Integer(1), precision_),
        r_(r),
        step_(Interval::exactly(plan.step, precision_)),
        share_(precision_),
        transform_(sigma, plan.transform),
        enough_(times_power_of_two(one_, -plan.transform)) {
    const Interval y = Interval::exactly(plan.strip, precision_);
    share_ = number(2) * exp(-(r_ * log(cos(y)))) / expm1(number(2) * Interval::pi(precision_) * y / step_);
    if (!proved(less(share_, Rational(1, 2)))) throw TooMuchWork();
    const Interval inverse = one_ / enclose(sigma, precision_);
    const Interval square = inverse * inverse;
    Interval factorial = one_;
    for (Count j = 0; j < std::max(kMostTerms, m + 1); ++j) {
      if (j > 1) factorial = factorial * number(j);
      moments_.push_back(exp(square * number(Integer(j) * (j - 1) / 2)) / factorial);
      shifts_.push_back(exp(square * number(j)));
    }
  }

  /// From ln E[f^p], p = 1, 2, ...; the nodes left out on the right may be 2^-cut of the sum. Nothing if no proof is
  /// found with this transform.
  [[nodiscard]] std::optional<Interval> value(const std::vector<Interval>& log_moments, Count cut) const {
    std::vector<Interval> of_f;
    std::vector<Interval> of_gamma;
    Interval factorial = one_;
    for (Count j = 0; j < kMostTerms; ++j) {
      if (j > 1) factorial = factorial * number(j);
      of_f.push_back((m_ + j == 0 ? one_ : exp(log_moments[m_ + j - 1])) / factorial);
      of_gamma.push_back(one_ / factorial);
    }
    const std::optional<Interval> top = sum([&](const Interval& y) { return integrand(y); }, of_f, cut);
    const std::optional<Interval> gamma = sum([](const Interval& y) { return Node{exp(-y), exp(-y)}; }, of_gamma, cut);
    if (!top || !gamma) return std::nullopt;
    // Both integrals are between T/(1+share) and T/(1-share).
    const Interval wide = (one_ + share_) / (one_ - share_);
    return from_ends(*top / *gamma / wide, *top / *gamma * wide);
  }

 private:
  /// A value and a factor <= 1 whose quotients from node to node fall, and bound those of the value.
  struct Node {
    Interval value, decay;
  };

  [[nodiscard]] Interval number(const Integer& x) const { return {x, precision_}; }

  [[nodiscard]] Interval laplace(const Interval& theta) const {
    const std::optional<Interval> near = alternating(moments_, theta, enough_);
    return near ? max(min(*near, one_), Interval(precision_)) : transform_.real(theta);
  }

  /// G(y) = m!/t^m [z^m] (sum_p E[X^p e^(-theta X)] z^p/p!)^t, theta = y/t, and E[e^(-yf)].
  [[nodiscard]] Node integrand(const Interval& y) const {
    const Interval theta = y / number(steps_);
    std::vector<Interval> series;
    for (Count p = 0; p <= m_; ++p) series.push_back(moments_[p] * laplace(theta * shifts_[p]));
    const std::vector<Interval> powers = truncated_power(series, steps_);
    Interval value = powers.back();
    for (Count p = 1; p <= m_; ++p) value = value * number(p) / number(steps_);
    return {value, powers.front()};
  }

  /// h-free trapezoid sum of y^r G(y) over all nodes y = e^(kh), remainders included; G = sum (-y)^j a_j near 0.
  template <class Integrand>
  [[nodiscard]] std::optional<Interval> sum(const Integrand& g, std::vector<Interval> a, Count cut) const {
    constexpr Count most_nodes = 200'000;
    const Interval growth = exp(r_ * step_);
    const auto y_at = [&](Count k) { return exp(step_ * number(k)); };
    const auto power_at = [&](Count k) { return exp(r_ * step_ * number(k)); };
    const auto start = Count(std::log(mpfr_get_d(r_.hi(), MPFR_RNDU) + 1) / mpfr_get_d(step_.lo(), MPFR_RNDN));
    Interval total(precision_);
    Interval before(precision_);
    for (Count k = start;; ++k) {
      const Node node = g(y_at(k));
      if (k - start > most_nodes || mpfr_sgn(node.decay.lo()) <= 0) return std::nullopt;
      const Interval value = power_at(k) * node.value;
      total = total + value;
      const Interval ratio = growth * node.decay / before.lower();
      before = node.decay;
      if (k == start || !proved(less(ratio, one_))) continue;
      const Interval rest = value * ratio / (one_ - ratio);
      if (!proved(less(rest, times_power_of_two(total.lower(), -cut)))) continue;
      total = from_ends(total, total + rest.upper());
      break;
    }
    // The nodes further left than k are y^r sum (-y)^j a_j/(e^((r+j)h) - 1), y = e^(kh).
    for (std::size_t j = 0; j < a.size(); ++j) a[j] = a[j] / expm1((r_ + number(j)) * step_);
    for (Count k = start;;) {
      const Interval power = power_at(k);
      const std::optional<Interval> rest =
          alternating(a, y_at(k), times_power_of_two(total.lower(), -accuracy_) / power);
      if (rest) return total + power * *rest;
      --k;
      if (start - k > most_nodes) return std::nullopt;
      total = total + power_at(k) * g(y_at(k)).value;
    }
  }

  Count steps_, m_;
  Count precision_;
  Count accuracy_;
  Interval one_, r_, step_, share_;
  LognormalTransform transform_;
  Interval enough_;
  std::vector<Interval> moments_;  // E[X^p]/p!
  std::vector<Interval> shifts_;   // e^(p/sigma^2)
};

}  // namespace

QuadraturePlan quadrature_plan(const Number& alpha, bool remove, Count accuracy, Count transform) {
  QuadraturePlan plan{accuracy, accuracy, transform};
  const auto [m, r] = parts_of(alpha, remove, 64);
  const double least = mpfr_get_d(r.hi(), MPFR_RNDU);
  const double nats = 0.6932 * static_cast<double>(accuracy) + 2;
  for (double y = 0.02; y < 1.56; y += 0.02) {
    const double h = 6.283 * y / (nats - least * std::log(std::cos(y)));
    if (h > plan.step) plan.step = h, plan.strip = y;
  }
  if (!(plan.step > 1e-4)) throw TooMuchWork();
  return plan;
}

std::optional<Interval> allocation_by_quadrature(Count steps, const Number& sigma, const Number& alpha, bool remove,
                                                 const QuadraturePlan& plan) {
  const Count precision = plan.transform + 48;
  const auto [m, r] = parts_of(alpha, remove, precision);
  const Moment moment(steps, sigma, m, r, plan);
  const std::vector<Interval> integers = allocation_remove(steps, sigma, 1, m + kMostTerms, precision);
  const std::optional<Interval> value = moment.value(integers, plan.cut);
  if (!value) return std::nullopt;
  return log1p(max(*value - integer(1, precision), Interval(precision)));
}

Interval allocation_at_real_order(Count steps, const Number& sigma, const Number& alpha, bool remove, unsigned bits) {
  const Interval order = enclose(alpha, 64);
  const Interval one(Integer(1), 64);
  const Interval s = one / enclose(sigma, 64);
  const auto m = static_cast<double>(parts_of(alpha, remove, 64).m);
  // The moment exceeds 1 by at least about min(1, alpha-1)/(sigma^2 steps) (a guess: precision only).
  const Interval excess = min(order - one, one) * min(s * s, one);
  if (!excess.finite() || mpfr_sgn(excess.lo()) <= 0) throw TooMuchWork();
  const Count small = std::max<Count>(0, exponent_above(Interval(Integer(steps), 64) / excess));
  const Count accuracy = bits + 18 + small;
  if (accuracy > (1L << 16)) throw TooMuchWork();
  // What multiplies an absolute error of L: E[X^p] of the parts.
  const double moments = 0.73 * m * m * std::pow(mpfr_get_d(s.hi(), MPFR_RNDU), 2);
  if (!(moments < 4096)) throw TooMuchWork();
  const Count growth = bits_of(steps) + std::max<Count>(0, exponent_above(order)) + 16;
  for (Count extra = Count(moments); extra <= 4096; extra = 3 * extra + 64) {
    const Count transform = accuracy + growth + extra;
    const auto value =
        allocation_by_quadrature(steps, sigma, alpha, remove, quadrature_plan(alpha, remove, accuracy, transform));
    if (value) return *value;
  }
  throw TooMuchWork();
}

Interval allocation_overlap(Count steps, Count selected, const Number& sigma, Count order, unsigned bits) {
  constexpr Count most_selected = 2000;
  if (selected > most_selected) throw TooMuchWork();
  const Count precision = bits + 128;
  const Interval s = enclose(sigma, precision);
  const Interval unit = Interval(Integer(order), precision) / (Interval(Integer(2), precision) * s * s);
  const Integer all = binomial(steps, selected);
  Interval excess(precision);
  for (Count i = 1; i <= selected; ++i) {
    if (selected - i > steps - selected) continue;
    const Integer ways = binomial(selected, i) * binomial(steps - selected, selected - i);
    excess = excess + Interval(Rational(ways, all), precision) * expm1(unit * Interval(Integer(i), precision));
  }
  return log1p(excess) * Interval(Integer(order - 1), precision);
}

}  // namespace hallmark::check
