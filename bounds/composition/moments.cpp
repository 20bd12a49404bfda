#include <algorithm>
#include <cmath>

#include "bounds/composition/routes.hpp"
#include "bounds/poisson_summation.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::composition {
namespace {

constexpr slong bits = 128;

// M(b) of the rounds of one phase: about, and from above.
struct Moment {
  std::function<double(double b)> about;        // its logarithm
  std::function<Ball(const Rational& b)> most;  // its logarithm
};

Moment of_variance(const Ball& v) {
  const double rough = roughly(v);
  return {[=](double b) { return rough * b * (b + 1) / 2; },
          [=](const Rational& b) { return v * Ball(b * (b + 1) / 2, bits); }};
}

// Log ratios from -low to high: the pair of both ends, with the mean 1 under Q, has the largest E_Q X^(1+b), a convex
// function of X.
Moment of_ends(const Ball& high, const Ball& low, slong rounds) {
  const Ball p = expm1(-low) / expm1(-high - low);
  const double a = roughly(high), c = roughly(low), mass = roughly(p);
  const auto ln_sum = [=](double b) {
    return static_cast<double>(rounds) * (b * a + steady::log(mass + (1 - mass) * steady::exp(-b * (a + c))));
  };
  return {ln_sum, [=](const Rational& b) {
            return (high * Ball(b, bits) + log(p + (1 - p) * exp(-(high + low) * Ball(b, bits)))) * rounds;
          }};
}

// The largest log ratio of a phase in a direction.
std::optional<Ball> largest(const Phase& p, Direction direction) {
  if (p.infinite) return std::nullopt;
  if (p.largest_log_ratio) return p.largest_log_ratio->ball(bits);
  const auto& sampled = direction == Direction::add ? p.largest_sampled_of_add : p.largest_sampled;
  return sampled ? std::optional(sampled->log(bits)) : std::nullopt;
}

std::optional<Moment> moment_of(const Phase& p, Direction direction, const Budget& budget) {
  if (p.transform) {
    if (const auto transform = p.transform(direction); transform && !transform->proposes_only()) {
      const auto rounds = static_cast<double>(p.rounds);
      return Moment{
          [=](double b) { return rounds * transform->cumulant(b); },
          [=, count = p.rounds](const Rational& b) { return log(transform->at_most(b, bits, budget)) * count; }};
    }
  }
  const auto high = largest(p, direction);
  const auto low = largest(p, direction == Direction::add ? Direction::remove : Direction::add);
  if (high && low && is_positive(*high) == Truth::yes && is_positive(*low) == Truth::yes) {
    return of_ends(*high, *low, p.rounds);
  }
  if (p.dominating_variance) return of_variance(p.dominating_variance(bits) * p.rounds);
  return std::nullopt;
}

// ln of M(b) of all rounds, about and from above; nothing where some phase has no bound.
std::optional<Moment> moment(const Groups& groups, Direction direction, const Budget& budget) {
  std::vector<Moment> all;
  for (const Phase& p : groups.phases) {
    auto one = moment_of(p, direction, budget);
    if (!one) return std::nullopt;
    all.push_back(*std::move(one));
  }
  if (!groups.gaussian.empty()) all.push_back(of_variance(gaussian_variance(groups, bits)));
  return Moment{[=](double b) {
                  double sum = 0;
                  for (const Moment& m : all) sum += m.about(b);
                  return sum;
                },
                [=](const Rational& b) {
                  Ball sum(0, bits);
                  for (const Moment& m : all) sum += m.most(b);
                  return sum;
                }};
}

// An order near the best one.
template <typename Objective>
std::optional<Rational> best_order(const Objective& objective) {
  const double v = least_place([&](double x) { return objective(steady::exp(x)); }, -16, 30, 60);
  if (!std::isfinite(objective(steady::exp(v)))) return std::nullopt;
  return short_dyadic(steady::exp(v), 20);
}

}  // namespace

Rational delta_by_moments(const Groups& groups, Direction direction, const Number& eps, const Budget& budget) {
  const auto m = moment(groups, direction, budget);
  if (!m) return 1;
  const double at = roughly(eps.ball(64));
  const auto b = best_order([&](double x) { return m->about(x) - x * at + poisson_summation::ln_peak(x); });
  if (!b) return 1;
  const Ball value = exp(m->most(*b) - Ball(*b, bits) * eps.ball(bits)) * poisson_summation::peak(*b, bits);
  return value.is_finite() ? std::min(value.upper(), Rational(1)) : Rational(1);
}

std::optional<Rational> epsilon_by_moments(const Groups& groups, Direction direction, const Number& target,
                                           const Budget& budget) {
  const auto m = moment(groups, direction, budget);
  if (!m || target.sign() <= 0) return std::nullopt;
  const Ball goal = log(target.ball(bits));
  const double about_goal = roughly(goal);
  const auto b = best_order([&](double x) { return (m->about(x) + poisson_summation::ln_peak(x) - about_goal) / x; });
  if (!b) return std::nullopt;
  const Ball value = (m->most(*b) + log(poisson_summation::peak(*b, bits)) - goal) / Ball(*b, bits);
  if (!value.is_finite()) return std::nullopt;
  return std::max(value.upper(), Rational(0));
}

}  // namespace hallmark::composition
