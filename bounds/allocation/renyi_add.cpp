#include "bounds/allocation/renyi_add.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/allocation/lognormal_laplace.hpp"
#include "bounds/allocation/quadrature_rule.hpp"
#include "bounds/allocation/small_theta.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong most_extra_bits = 8192;

// The sum h sum_k g(k h) with everything that is needed to stop it.
class Quadrature {
 public:
  // L to `extra` bits more than its average power needs: it may be tiny where g is not.
  Quadrature(const Number& sigma, slong steps, const Ball& r, const Rational& h, slong bits, slong extra,
             const Budget& budget)
      : laplace_(sigma, bits + extra + static_cast<slong>(steady::log2(static_cast<double>(steps))) + 16),
        small_theta_(sigma, steps, r.bits()),
        steps_(steps),
        r_(r),
        h_(h),
        work_(r.bits()),
        bits_(bits),
        budget_(budget) {}

  // The sum over all k, remainders included; nothing if no proof is found.
  std::optional<Ball> run() {
    if (!laplace_.usable()) return std::nullopt;
    const double start = steady::log((r_.to_double_up()) / static_cast<double>(steps_));
    slong k = std::llround(start / Ball(h_, 64).to_double_down());
    const Ball first = value(k);
    const Ball next = value(k + 1);
    Ball sum = first + next;
    const auto right = tail(k + 1, first, next, sum, 1);
    if (!right) return std::nullopt;
    const auto left = tail(k, next, first, sum, -1);
    if (!left) return std::nullopt;
    return (sum + *right + *left) * Ball(h_, work_);
  }

 private:
  Ball value(slong k) const {
    const Ball w(h_ * k, work_);
    return exp(r_ * w) * pow(laplace_(exp(w)), static_cast<ulong>(steps_));
  }

  // Adds nodes from k on in the direction of `step` until the rest is small; returns an enclosure of the rest.
  std::optional<Ball> tail(slong k, Ball before, Ball last, Ball& sum, slong step) {
    const Ball small(pow(Rational(2), -bits_), 64);
    for (slong guard = 0; guard < 200'000; ++guard) {
      if (budget_.expired()) return std::nullopt;
      const Ball ratio = last / before;
      if (less(ratio, 1) == Truth::yes) {
        const Ball rest = last * ratio / (1 - ratio);
        if (less(rest, sum * small) == Truth::yes) return plus_up_to(Ball(0, work_), rest);
      }
      if (step < 0) {
        const auto powers = flat_powers(k, roughly(log(sum)));
        if (powers) return small_theta_.sum({0, h_, k, *powers}, ComplexBall(r_, Ball(0, work_))).real();
      }
      k += step;
      before = std::move(last);
      last = value(k);
      sum += last;
      if (!sum.is_finite() || is_positive(last) == Truth::unknown) return std::nullopt;
    }
    return std::nullopt;
  }

  // How many powers of theta tell the sum of the nodes left of k, where they do.
  std::optional<slong> flat_powers(slong k, double log_sum) const {
    const double h = roughly(Ball(h_, 64));
    const double r = roughly(r_);
    const auto [powers, place, left] = small_theta_.least_left(r, h * static_cast<double>(k - 1));
    const double series = -steady::log(-steady::expm1(-(r + static_cast<double>(powers)) * h));
    if (!(left + series < log_sum - static_cast<double>(bits_ + 1) * M_LN2)) return std::nullopt;
    return powers;
  }

  LognormalLaplace laplace_;
  SmallTheta small_theta_;
  slong steps_;
  Ball r_;
  Rational h_;
  slong work_;
  slong bits_;
  const Budget& budget_;
};

}  // namespace

std::optional<Ball> inverse_ratio_moment(const Number& sigma, slong steps, const Number& r_plus_1, slong bits,
                                         const Budget& budget) {
  check_domain("allocation.renyi", {sigma, steps, 1});
  if (less(1, r_plus_1) != Truth::yes) {
    throw InputError("allocation.renyi", "alpha", r_plus_1.to_string(), "above 1");
  }
  const slong work = bits + 64;
  const auto exact = r_plus_1.rational();
  const Ball r = exact ? Ball(*exact - 1, work) : r_plus_1.ball(2 * work) - 1;
  const auto rule = choose_rule(r, bits);
  if (!rule) return std::nullopt;
  std::optional<Ball> sum;
  for (slong extra = 0; !sum && extra <= most_extra_bits; extra = 4 * extra + bits) {
    if (budget.expired()) return std::nullopt;
    sum = Quadrature(sigma, steps, r, rule->h, bits, extra, budget).run();
  }
  if (!sum) return std::nullopt;
  // I in [T / (1 + kappa), T / (1 - kappa)].
  const Ball integral = hull(*sum / (1 + rule->kappa), *sum / (1 - rule->kappa));
  return exp(r * log(Ball(steps, work))) / gamma_function(r.with_bits(work)) * integral;
}

std::optional<Ball> renyi_add(const Number& sigma, slong steps, const Number& alpha, slong bits, const Budget& budget) {
  const auto moment = inverse_ratio_moment(sigma, steps, alpha, bits, budget);
  if (!moment) return std::nullopt;
  const auto exact = alpha.rational();
  const Ball r = exact ? Ball(*exact - 1, moment->bits()) : alpha.ball(2 * moment->bits()) - 1;
  return log(*moment) / r;
}

}  // namespace hallmark::allocation
