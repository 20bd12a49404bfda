#include "bounds/batch/crossing.hpp"

#include <algorithm>

#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/poisson_profile.hpp"
#include "exact/normal.hpp"

namespace hallmark::batch {
namespace {

constexpr slong bits = 192;

class Curves {
 public:
  Curves(const Parameters& p, const Budget& budget)
      : sigma_(p.sigma), poisson_({Rational(1) / p.steps, p.sigma, p.steps}, budget) {}

  [[nodiscard]] Ball deterministic(const Rational& eps) const { return gaussian::delta({sigma_, eps}, bits); }
  // d delta_D / d e^eps.
  [[nodiscard]] Ball deterministic_slope(const Rational& eps) const {
    const Ball s = sigma_.ball(bits);
    return -normal_cdf(-1 / (2 * s) - Ball(eps, bits) * s);
  }
  [[nodiscard]] poisson_gaussian::Proved poisson(const Rational& eps, slong digits) {
    return poisson_.delta(eps, digits);
  }
  // Is delta_D above delta_P?
  [[nodiscard]] Truth above(const Rational& eps, slong most_digits, const Budget& budget) {
    const Ball d = deterministic(eps);
    for (slong digits = 3; digits <= most_digits && !budget.expired(); digits += 2) {
      const auto p = poisson(eps, digits);
      if (less(Ball(p.hi, bits), d) == Truth::yes) return Truth::yes;
      if (less(d, Ball(p.lo, bits)) == Truth::yes) return Truth::no;
    }
    return Truth::unknown;
  }
  [[nodiscard]] slong evaluations() const { return poisson_.evaluations(); }

 private:
  Number sigma_;
  poisson_gaussian::LargerProfile poisson_;
};

Rational halfway(const Rational& a, const Rational& b) { return Ball((a + b) / 2, 64).centre(64); }

// About the largest eps of (lo, hi) with delta_D > level (both proved for the point returned).
Rational last_above(const Curves& c, Rational lo, Rational hi, const Rational& level) {
  for (int i = 0; i < 40; ++i) {
    const Rational m = halfway(lo, hi);
    if (m <= lo || m >= hi) break;
    (less(Ball(level, bits), c.deterministic(m)) == Truth::yes ? lo : hi) = m;
  }
  return lo;
}

// About the least eps of (lo, hi) with delta_D < level.
Rational first_below(const Curves& c, Rational lo, Rational hi, const Rational& level) {
  for (int i = 0; i < 40; ++i) {
    const Rational m = halfway(lo, hi);
    if (m <= lo || m >= hi) break;
    (less(c.deterministic(m), Ball(level, bits)) == Truth::yes ? hi : lo) = m;
  }
  return hi;
}

constexpr slong rough_digits = 3;
constexpr int most_intervals = 2000;

// delta_D > delta_P on [0, a].
bool is_above_up_to(Curves& c, const Rational& a, const Budget& budget) {
  Rational left = 0;
  for (int i = 0; i < most_intervals && !budget.expired(); ++i) {
    const Rational level = c.poisson(left, rough_digits).hi;
    if (less(Ball(level, bits), c.deterministic(a)) == Truth::yes) return true;
    const Rational right = last_above(c, left, a, level);
    if (right <= left) return false;
    left = right;
  }
  return false;
}

// delta_D < delta_P on [b, end].
bool is_below_from(Curves& c, const Rational& b, const Rational& end, const Budget& budget) {
  Rational right = end;
  for (int i = 0; i < most_intervals && !budget.expired(); ++i) {
    const Rational level = c.poisson(right, rough_digits).lo;
    if (less(c.deterministic(b), Ball(level, bits)) == Truth::yes) return true;
    const Rational left = first_below(c, b, right, level);
    if (left >= right) return false;
    right = left;
  }
  return false;
}

// delta_D - delta_P falls on [a, b].
bool falls_between(Curves& c, const Rational& a, const Rational& b, slong digits) {
  const Rational before = a - (b - a);
  const Ball w = exp(Ball(a, bits));
  const Ball chord = (Ball(c.poisson(a, digits).lo, bits) - Ball(c.poisson(before, digits).hi, bits)) /
                     (w * -expm1(Ball(before - a, bits)));
  return less(c.deterministic_slope(b), chord) == Truth::yes;
}

}  // namespace

Crossing crossing(const Parameters& p, slong digits, const Budget& budget) {
  const Inversion far = half_space_eps1(p, 6, budget);
  const Rational end = far.bracket.hi;
  Crossing found{0, end, false, false, 0};
  Curves c(p, budget);
  // A crossing between proved signs; at the ends Theorem 4.2 gives them.
  const auto close_in = [&](slong wanted) {
    while (!has_digits(found.lo, found.hi, wanted) && !budget.expired()) {
      const Rational m = found.lo.sign() == 0 ? found.hi / 2 : halfway(found.lo, found.hi);
      if (m <= found.lo || m >= found.hi) break;
      const Truth above = c.above(m, wanted + 4, budget);
      if (above == Truth::unknown) break;
      (above == Truth::yes ? found.lo : found.hi) = m;
    }
  };
  constexpr slong first_digits = 4;
  close_in(std::min(digits, first_digits));
  // A narrow window compares the slopes better, and needs better values.
  const std::pair<const char*, slong> windows[] = {
      {"1/20", 4}, {"1/50", 5}, {"1/200", 6}, {"1/1000", 7}, {"1/5000", 9}};
  for (const auto& [share, window_digits] : windows) {
    if (found.lo.sign() == 0 || budget.expired()) break;
    const Rational a = Ball(found.lo * (1 - Rational(share)), 64).centre(32);
    const Rational b = Ball(found.hi * (1 + Rational(share)), 64).centre(32);
    if (!falls_between(c, a, b, window_digits)) continue;
    found.unique = is_above_up_to(c, a, budget) && is_below_from(c, b, end, budget);
    break;
  }
  close_in(digits);
  found.evaluations = c.evaluations();
  found.reached = found.unique && has_digits(found.lo, found.hi, digits);
  return found;
}

}  // namespace hallmark::batch
