#include "bounds/composition/routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::composition {
namespace {

constexpr const char* gaussian_method = "closed form of the Gaussian mechanism";

Sample gaussian_sample(const Ball& variance, const Number& eps, slong bits) {
  const Ball mu = sqrt(variance);
  const Ball e = eps.ball(bits);
  const Ball far = exponential(eps, bits) * normal_cdf(-mu / 2 - e / mu);
  return {clamp(normal_cdf(mu / 2 - e / mu) - far, 0, 1), -far};
}

}  // namespace

std::optional<Ball> dominating_variance(const Groups& groups, slong bits) {
  Ball v = gaussian_variance(groups, bits);
  for (const Phase& p : groups.phases) {
    if (!p.dominating_variance) return std::nullopt;
    v += p.dominating_variance(bits) * p.rounds;
  }
  return v;
}

Rational delta_of_dominating(const Groups& groups, const Number& eps) {
  constexpr slong bits = 128;
  const auto v = dominating_variance(groups, bits);
  if (!v) return Rational(1);
  const Ball value = gaussian_sample(*v, eps, bits).value;
  return value.is_finite() ? std::min(value.upper(), Rational(1)) : Rational(1);
}

Enclosed delta_of_gaussians(const Groups& groups, const Number& eps, const Ask& ask) {
  const Evaluation e =
      evaluate([&](slong bits) { return gaussian_sample(gaussian_variance(groups, bits), eps, bits).value; },
               ask.digits, {.first_bits = 128 + 4 * ask.digits, .last_bits = slong{1} << 16, .budget = ask.budget});
  return {.lo = std::max(e.value.lower(), Rational(0)),
          .hi = e.value.upper(),
          .reached = e.reached,
          .bits = e.value.bits(),
          .route = "balls",
          .method = gaussian_method};
}

Enclosed epsilon_of_gaussians(const Groups& groups, const Number& target, const Ask& ask) {
  Enclosed r =
      invert([&](const Number& eps, slong at) { return gaussian_sample(gaussian_variance(groups, at), eps, at); },
             target, largest_epsilon(groups, target), ask.digits, bits_of(ask.digits) + 128, ask.budget);
  r.route = "balls";
  r.method = gaussian_method;
  return r;
}

std::function<Ball(slong bits)> normal_variance(const Number& sigma, const Rational& sensitivity) {
  return [=](slong bits) {
    const Ball s = sigma.ball(bits);
    return Ball(sensitivity * sensitivity, bits) / (s * s);
  };
}

Phase gaussian(const Number& sigma, slong rounds) {
  if (sigma.sign() <= 0) throw InputError("gaussian", "sigma", sigma.to_string(), "positive");
  return {.key = fmt::format("gaussian sigma={}", sigma.to_string()),
          .rounds = rounds,
          .symmetric = true,
          .gaussian_variance = normal_variance(sigma, 1)};
}

std::optional<LatticeLaw> gaussian_lattice(const Ball& variance, const LatticeEffort& effort, const Budget& budget) {
  const double v = variance.to_double_up();
  const double mu = std::sqrt(v);
  constexpr double largest = 1e6;  // above it grid points have no numbers, and delta is 1 for all practical purposes
  if (!(mu <= largest)) {
    const slong bits = effort.unit_bits;
    return LatticeLaw(RatioCells{.p_infinite = Ball(0, bits), .p_below = Ball(0, bits), .p_missing = Ball(1, bits)},
                      effort);
  }
  const double reach = mu * (std::sqrt(1.4 * static_cast<double>(effort.tail_bits + 2)) + 1);
  const double points = static_cast<double>(std::max(effort.points, slong{16})) - 4;
  const slong scale =
      std::clamp(static_cast<slong>(std::floor(steady::log2(points / (2 * reach)))), -slong{900}, slong{900});
  const auto half_steps = [&](double x) {
    return static_cast<slong>(std::floor(std::ldexp(x, static_cast<int>(scale + 1))));
  };
  const slong first = half_steps(v / 2 - reach);
  const slong last = half_steps(v / 2 + reach) + 1;
  const slong bits = effort.unit_bits + 64 + 2 * std::max(slong{0}, scale);
  const Ball deviation = sqrt(variance.with_bits(bits));
  const Ball half = variance.with_bits(bits) / 2;
  // Both tails of the standard normal law at x, the smaller one relatively accurate.
  struct Tails {
    bool left;
    Ball smaller;
  };
  const auto tails = [&](const Ball& x) {
    const bool left = roughly(x) <= 0;
    return Tails{left, normal_cdf(left ? x : -x)};
  };
  const auto between = [](const Tails& a, const Tails& b) {
    if (a.left != b.left) return 1 - a.smaller - b.smaller;
    return a.left ? b.smaller - a.smaller : a.smaller - b.smaller;
  };
  const auto at = [&](slong i, bool of_p) {
    Ball x(i, bits);
    x.mul_2exp(-scale - 1);
    return tails((of_p ? x - half : x + half) / deviation);
  };
  RatioCells cells{.scale = scale,
                   .first = first,
                   .p_infinite = Ball(0, bits),
                   .p_below = Ball(0, bits),
                   .p_missing = Ball(0, bits)};
  Tails p = at(first, true);
  Tails q = at(first, false);
  cells.p_below = p.left ? p.smaller : 1 - p.smaller;
  for (slong i = first + 1; i <= last; ++i) {
    if (i % 16 == 0 && budget.expired()) return std::nullopt;
    Tails next_p = at(i, true);
    Tails next_q = at(i, false);
    cells.p.push_back(between(p, next_p));
    cells.q.push_back(between(q, next_q));
    p = std::move(next_p);
    q = std::move(next_q);
  }
  cells.p_missing = p.left ? 1 - p.smaller : p.smaller;
  return LatticeLaw(cells, effort);
}

}  // namespace hallmark::composition
