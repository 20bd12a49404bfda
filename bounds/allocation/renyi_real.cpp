#include "bounds/allocation/renyi_real.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/allocation/quadrature_rule.hpp"
#include "bounds/allocation/renyi_remove.hpp"
#include "bounds/allocation/tilted_moments.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/series.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong largest_order = 200;
constexpr slong largest_floor = slong{1} << 40;
constexpr slong together = 16;  // nodes computed at a time
constexpr slong most_nodes = 100'000;
constexpr slong most_extra = 2048;

// G at the nodes, and the bounds beyond them.
class Integrand {
 public:
  Integrand(const Number& sigma, slong steps, slong m, slong bits, slong extra, const Budget& budget)
      : t_(steps),
        m_(m),
        budget_(budget),
        tilted_(sigma, m, bits + extra + static_cast<slong>(steady::log2(static_cast<double>(steps)))),
        moments_(gaussian_moments(sigma, m, bits + 64)),
        factorial_(1, bits + 64) {
    for (slong p = 1; p <= m; ++p) factorial_ = factorial_ * p;
  }

  [[nodiscard]] bool usable() const { return tilted_.usable(); }

  std::optional<Ball> operator()(const Ball& theta) const {
    std::vector<Ball> a = tilted_(theta, m_);
    if (is_positive(a[0]) != Truth::yes || a[0].relative_bits() < 8) return std::nullopt;
    Ball factorial(1, factorial_.bits());
    for (slong p = 1; p <= m_; ++p) {
      factorial = factorial * p;
      a[static_cast<std::size_t>(p)] /= factorial;
    }
    const auto b = m_ > t_ ? series_power_by_squaring(a, t_, budget_) : series_power_by_recurrence(a, t_, budget_);
    if (!b) return std::nullopt;
    return b->back() * factorial_;
  }
  [[nodiscard]] Ball power_of_laplace(const Ball& theta) const {
    return pow(tilted_(theta, 0).front(), static_cast<ulong>(t_));
  }
  /// E S^m.
  [[nodiscard]] std::optional<Ball> full_moment() const {
    const auto all = ratio_moments(moments_, t_, budget_);
    if (!all) return std::nullopt;
    return all->back() * pow(Ball(t_, factorial_.bits()), static_cast<ulong>(m_));
  }

 private:
  slong t_;
  slong m_;
  const Budget& budget_;
  TiltedMoments tilted_;
  std::vector<Ball> moments_;
  Ball factorial_;
};

// The moment with damped moments known to `extra` bits more than wanted.
std::optional<Ball> moment(const Number& sigma, slong steps, const Number& alpha, slong bits, slong extra,
                           const Budget& budget) {
  const slong work = bits + 64;
  const slong m = floor_of(alpha, largest_floor) + 2;
  const Ball order = alpha.ball(2 * work);
  const Ball b = (Ball(m, 2 * work) - order).with_bits(work);
  const auto rule = choose_rule(b, bits);
  if (!rule) return std::nullopt;
  const Integrand integrand(sigma, steps, m, bits, extra, budget);
  const auto full = integrand.usable() ? integrand.full_moment() : std::nullopt;
  if (!full) return std::nullopt;
  const Ball h(rule->h, work);
  const Ball small(pow(Rational(2), -bits), 64);
  const auto node = [&](slong k) { return Ball(rule->h * k, work); };
  const slong start = std::llround(-steady::log(static_cast<double>(steps)) / roughly(h));
  Ball sum(0, work);
  Ball rest(0, work);
  // y^m e^(-y/2) <= (2 m / e)^m.
  const Ball peak = exp((log(Ball(2 * m, work)) - 1) * m);
  for (const slong step : {-slong{1}, slong{1}}) {  // most of the integral lies left of theta = 1 / steps
    slong k = step > 0 ? start + 1 : start;
    bool done = false;
    for (slong taken = 0; !done && taken < most_nodes; taken += together, k += step * together) {
      std::vector<std::optional<Ball>> values(together);
      parallel_for(together, [&](slong i) {
        if (budget.expired()) return;
        const Ball w = node(k + step * i);
        if (const auto g = integrand(exp(w))) values[static_cast<std::size_t>(i)] = exp(b * w) * *g * h;
      });
      // Not beyond the first node that is far enough: a few steps further right G may be below all precision.
      for (slong i = 0; i < together && !done; ++i) {
        const auto& one = values[static_cast<std::size_t>(i)];
        if (!one) return std::nullopt;
        sum += *one;
        const Ball w = node(k + step * i);  // the last kept
        const Ball beyond =
            step > 0 ? peak * exp(-order * w) * integrand.power_of_laplace(exp(w) / 2) / order : *full * exp(b * w) / b;
        if (less(beyond, sum * small) == Truth::yes) {
          rest = plus_up_to(rest, beyond);
          done = true;
        }
      }
    }
    if (!done) return std::nullopt;
  }
  sum += rest;
  const Ball integral = hull(sum / (1 + rule->kappa), sum / (1 - rule->kappa));
  return (integral / gamma_function(b.with_bits(work)) / exp(order * log(Ball(steps, 2 * work)))).with_bits(work);
}

}  // namespace

slong floor_of(const Number& alpha, slong limit) {
  if (const auto exact = alpha.rational()) return *exact < Rational(limit + 1) ? floor(*exact).to_long() : limit + 1;
  if (less(alpha, limit + 1) != Truth::yes) return limit + 1;
  constexpr slong most_bits = slong{1} << 22;
  for (slong bits = 256; bits <= most_bits; bits *= 4) {
    const Ball x = alpha.ball(bits);
    const Rational below = floor(x.lower());
    if (below == floor(x.upper())) return below.to_long();
  }
  throw InputError("allocation.renyi", "alpha", alpha.to_string(), "further from an integer");
}

std::optional<Ball> ratio_moment_at_real_order(const Number& sigma, slong steps, const Number& alpha, slong bits,
                                               const Budget& budget) {
  check_domain("allocation.renyi", {sigma, steps, 1});
  if (less(1, alpha) != Truth::yes || less_equal(alpha, largest_order) != Truth::yes) {
    throw InputError("allocation.renyi", "alpha", alpha.to_string(), "above 1 and at most 200");
  }
  // The damped moments are narrow in relation to the plain ones; how much smaller they are, the answer tells.
  std::optional<Ball> best;
  for (slong extra = 64; extra <= most_extra;) {
    const auto found = moment(sigma, steps, alpha, bits, extra, budget);
    if (!found) return best;
    best = found;
    const slong missing = bits - std::max(found->relative_bits(), slong{0});
    if (missing <= 8) break;
    extra += missing + 32;
  }
  return best;
}

LogMoment log_moment_between(const std::vector<Ball>& l, const Number& alpha, slong bits) {
  if (less(1, alpha) != Truth::yes) throw InputError("allocation.renyi", "alpha", alpha.to_string(), "above 1");
  const auto n = static_cast<std::size_t>(floor_of(alpha, largest_floor));
  require(n + 2 < l.size(), "log moments up to floor(alpha) + 2");
  const Ball x = alpha.ball(2 * bits);
  const Ball right = x - n;
  const Ball left = 1 - right;
  const Ball above = left * l[n] + right * l[n + 1];
  const Ball below = max(l[n] + right * (l[n] - l[n - 1]), l[n + 1] - left * (l[n + 2] - l[n + 1]));
  return {below.with_bits(bits), above.with_bits(bits)};
}

}  // namespace hallmark::allocation
