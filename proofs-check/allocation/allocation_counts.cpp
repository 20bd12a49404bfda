#include "allocation/allocation_counts.hpp"

#include <algorithm>

namespace hallmark::check {

namespace {

/// The polynomials prod (q_i + p_i z)^(n_i) of all counts n_1 + ... + n_m = steps: the coefficient of z^k is the mass of the
/// sequences with these counts and k selected steps among them.
template <class N>
class Counts {
 public:
  Counts(std::vector<N> p, std::vector<N> q, const SelectedSteps& scheme, const N& w, const N& one)
      : p_(std::move(p)), q_(std::move(q)), scheme_(scheme), w_(w), one_(one), zero_(one - one) {
    const std::size_t outcomes = p_.size();
    constexpr Count most = 3'000'000;
    Integer vectors = 1;
    for (std::size_t i = 1; i < outcomes; ++i) {
      vectors = vectors * Integer(scheme.steps + i) / Integer(i);
      if (vectors > Integer(most)) throw TooMuchWork();
    }
    Meter::room(scheme.steps + 1, scheme.selected + 1);
    std::vector<N> power(scheme.selected + 1, zero_);
    power[0] = one_;
    for (Count n = 0; n <= scheme.steps; ++n) {
      last_.push_back(power);
      multiply(power, outcomes - 1);
    }
    share_ = one_ / number(choices(scheme.steps, scheme.selected));
  }

  [[nodiscard]] N delta() {
    std::vector<N> begun(scheme_.selected + 1, zero_);
    begun[0] = one_;
    return sum(0, scheme_.steps, 1, begun);
  }

 private:
  static Integer choices(Count n, Count k) {
    Integer ways = 1;
    for (Count i = 0; i < k; ++i) ways = ways * Integer(n - i) / Integer(i + 1);
    return ways;
  }
  [[nodiscard]] N number(const Integer& n) const {
    if constexpr (std::is_same_v<N, Rational>) {
      return Rational(n);
    } else {
      return Interval(n, one_.precision());
    }
  }
  [[nodiscard]] N positive(const N& x) const {
    using std::max;
    return max(x, zero_);
  }
  void multiply(std::vector<N>& poly, std::size_t outcome) const {
    for (Count k = scheme_.selected; k > 0; --k) poly[k] = poly[k] * q_[outcome] + poly[k - 1] * p_[outcome];
    poly[0] = poly[0] * q_[outcome];
  }

  /// The sum of the positive parts of all counts of the outcomes from i on that add up to `left`; `ways` orders of the others.
  [[nodiscard]] N sum(std::size_t i, Count left, const Integer& ways, std::vector<N> poly) const {
    if (i + 1 == p_.size()) {
      const std::vector<N>& rest = last_[left];
      N with = zero_;
      for (Count k = 0; k <= scheme_.selected; ++k) with = with + poly[k] * rest[scheme_.selected - k];
      with = with * share_;
      const N without = poly[0] * rest[0];
      return number(ways) * positive(scheme_.remove ? with - w_ * without : without - w_ * with);
    }
    N all = zero_;
    Integer here = ways;
    for (Count n = 0; n <= left; ++n) {
      all = all + sum(i + 1, left - n, here, poly);
      multiply(poly, i);
      here = here * Integer(left - n) / Integer(n + 1);
    }
    return all;
  }

  std::vector<N> p_, q_;
  SelectedSteps scheme_;
  N w_, one_, zero_;
  N share_ = one_;
  std::vector<std::vector<N>> last_;
};

std::vector<Interval> enclosed(const std::vector<Rational>& masses, Count precision) {
  std::vector<Interval> all;
  for (const Rational& mass : masses) all.emplace_back(mass, precision);
  return all;
}

}  // namespace

Rational counted_delta(const std::vector<Rational>& p, const std::vector<Rational>& q, const SelectedSteps& scheme,
                       const Rational& w) {
  return Counts<Rational>(p, q, scheme, w, Rational(1)).delta();
}

Interval counted_delta(const std::vector<Rational>& p, const std::vector<Rational>& q, const SelectedSteps& scheme,
                       const Interval& w) {
  const Count precision = w.precision();
  return Counts<Interval>(enclosed(p, precision), enclosed(q, precision), scheme, w, integer(1, precision)).delta();
}

Interval counted_delta(const Outcomes& step, const SelectedSteps& scheme, const Interval& w) {
  const Count precision = w.precision();
  std::vector<Interval> p;
  std::vector<Interval> q;
  Interval rest = integer(1, precision);  // of P, and of Q
  Interval other = rest;
  for (const LogOutcome& outcome : step.list) {
    p.push_back(outcome.p);
    q.push_back(outcome.p * exp(-outcome.log_ratio));
    rest = rest - p.back();
    other = other - q.back();
  }
  const Interval sum = Counts<Interval>(std::move(p), std::move(q), scheme, w, integer(1, precision)).delta();
  // Outputs with an outcome that is not listed.
  const Interval missing = max(max(rest, other), Interval(precision)).upper() * integer(scheme.steps, precision);
  return from_ends(sum, sum + missing);
}

}  // namespace hallmark::check
