#include "bounds/allocation/renyi_real.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/allocation/lognormal_laplace.hpp"
#include "bounds/allocation/quadrature_rule.hpp"
#include "bounds/allocation/renyi_remove.hpp"
#include "exact/error.hpp"
#include "exact/series.hpp"

namespace hallmark::allocation {
namespace {

constexpr long largest_order = 200;
constexpr double log2_e = 1.4426950408889634;

long floor_of(const Number& alpha) {
  const auto exact = alpha.rational();
  const Rational x = exact ? *exact : alpha.ball(256).lower();
  return floor(x).to_long();
}

// G at the nodes, and the bounds beyond them.
class Integrand {
 public:
  Integrand(const Number& sigma, long steps, long m, long bits, const Budget& budget)
      : t_(steps),
        work_(bits + 64),
        budget_(budget),
        laplace_(sigma, bits + extra_bits(sigma, m, steps)),
        moments_(gaussian_moments(sigma, m, work_)) {
    const Ball s = 1 / sigma.ball(work_);
    Ball factorial(1, work_);
    for (long p = 0; p <= m; ++p) {
      if (p > 0) factorial = factorial * p;
      shifts_.push_back(exp(s * s * p));
      weights_.push_back(moments_[static_cast<std::size_t>(p)] / factorial);
    }
    factorial_ = factorial;
  }

  [[nodiscard]] bool usable() const { return laplace_.usable(); }

  std::optional<Ball> operator()(const Ball& theta) const {
    std::vector<Ball> a;
    for (std::size_t p = 0; p < shifts_.size(); ++p) a.push_back(weights_[p] * laplace_(theta * shifts_[p]));
    if (is_positive(a[0]) != Truth::yes) return std::nullopt;
    const auto b = static_cast<long>(a.size()) > t_ + 1 ? series_power_by_squaring(a, t_, budget_)
                                                        : series_power_by_recurrence(a, t_, budget_);
    if (!b) return std::nullopt;
    return b->back() * factorial_;
  }
  [[nodiscard]] Ball power_of_laplace(const Ball& theta) const {
    return pow(laplace_(theta), static_cast<unsigned long>(t_));
  }
  /// E S^m.
  [[nodiscard]] std::optional<Ball> full_moment() const {
    const auto all = ratio_moments(moments_, t_, budget_);
    if (!all) return std::nullopt;
    return all->back() * pow(Ball(t_, work_), static_cast<unsigned long>(moments_.size() - 1));
  }

 private:
  // M_p(theta) multiplies the absolute error of L by up to e^(p (p-1) / (2 sigma^2)).
  static long extra_bits(const Number& sigma, long m, long steps) {
    const double s = (1 / sigma.ball(64)).to_double_up();
    const double wish =
        static_cast<double>(m) * static_cast<double>(m) * s * s * log2_e + std::log2(static_cast<double>(steps)) + 64;
    constexpr double most = 16'384;
    return static_cast<long>(std::min(wish, most));
  }

  long t_;
  long work_;
  const Budget& budget_;
  LognormalLaplace laplace_;
  std::vector<Ball> moments_;
  std::vector<Ball> shifts_;   // e^(p / sigma^2)
  std::vector<Ball> weights_;  // M_p / p!
  Ball factorial_{1, 64};
};

}  // namespace

std::optional<Ball> ratio_moment_at_real_order(const Number& sigma, long steps, const Number& alpha, long bits,
                                               const Budget& budget) {
  check_domain("allocation.renyi", {sigma, steps, 1});
  if (less(1, alpha) != Truth::yes || less_equal(alpha, largest_order) != Truth::yes) {
    throw InputError("allocation.renyi", "alpha", alpha.to_string(), "above 1 and at most 200");
  }
  const long work = bits + 64;
  const long m = floor_of(alpha) + 2;
  const Ball order = alpha.ball(2 * work);
  const Ball b = (Ball(m, 2 * work) - order).with_bits(work);
  const auto rule = choose_rule(b, bits);
  if (!rule) return std::nullopt;
  const Integrand integrand(sigma, steps, m, bits, budget);
  const auto full = integrand.usable() ? integrand.full_moment() : std::nullopt;
  if (!full) return std::nullopt;
  const Ball h(rule->h, work);
  const Ball small(pow(Rational(2), -bits), 64);
  const auto node = [&](long k) { return Ball(rule->h * k, work); };
  const auto value = [&](const Ball& w) -> std::optional<Ball> {
    const auto g = integrand(exp(w));
    if (!g) return std::nullopt;
    return exp(b * w) * *g * h;
  };

  const long start = std::lround(-std::log(static_cast<double>(steps)) / h.to_double_down());
  Ball sum(0, work);
  Ball rest(0, work);
  // y^m e^(-y/2) <= (2 m / e)^m.
  const Ball peak = exp((log(Ball(2 * m, work)) - 1) * m);
  for (const long step : {1L, -1L}) {
    constexpr long most_nodes = 100'000;
    long k = step > 0 ? start : start - 1;
    bool done = false;
    for (long nodes = 0; !done && nodes < most_nodes; ++nodes, k += step) {
      if (budget.expired()) return std::nullopt;
      const Ball w = node(k);
      const auto g = value(w);
      if (!g) return std::nullopt;
      sum += *g;
      if (nodes % 4 != 3) continue;
      const Ball beyond =
          step > 0 ? peak * exp(-order * w) * integrand.power_of_laplace(exp(w) / 2) / order : *full * exp(b * w) / b;
      if (less(beyond, sum * small) == Truth::yes) {
        rest = plus_up_to(rest, beyond);
        done = true;
      }
    }
    if (!done) return std::nullopt;
  }
  sum += rest;
  const Ball integral = hull(sum / (1 + rule->kappa), sum / (1 - rule->kappa));
  Ball gamma(0, work);
  arb_gamma(gamma.raw(), b.raw(), work);
  return (integral / gamma / exp(order * log(Ball(steps, 2 * work)))).with_bits(work);
}

LogMoment log_moment_between(const std::vector<Ball>& l, const Number& alpha, long bits) {
  if (less(1, alpha) != Truth::yes) throw InputError("allocation.renyi", "alpha", alpha.to_string(), "above 1");
  const auto n = static_cast<std::size_t>(floor_of(alpha));
  require(n + 2 < l.size(), "log moments up to floor(alpha) + 2");
  const Ball x = alpha.ball(2 * bits);
  const Ball right = x - n;
  const Ball left = 1 - right;
  const Ball above = left * l[n] + right * l[n + 1];
  const Ball below = max(l[n] + right * (l[n] - l[n - 1]), l[n + 1] - left * (l[n + 2] - l[n + 1]));
  return {below.with_bits(bits), above.with_bits(bits)};
}

}  // namespace hallmark::allocation
