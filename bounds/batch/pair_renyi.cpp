#include "bounds/batch/pair_renyi.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/batch/pair_density.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_renyi {
namespace {

using poisson_gaussian::PairDensity;

// Where the rule's nodes stand, and the logarithm of about the largest term: proposals.
struct Rule {
  Rational step;
  Rational reach;
  slong first;
  slong last;
  Rational size;
};

std::optional<Rule> choose_rule(const Sampling& step, double alpha, slong bits) {
  const double sigma = roughly(step.sigma.ball(64));
  const double q = roughly(step.rate.ball(64));
  const double none = roughly(log1p(-step.rate.ball(256)));
  if (!std::isfinite(alpha) || !std::isfinite(none) || !(sigma > 1e-3)) return std::nullopt;
  const auto log_density = [&](double y) {
    const double u = steady::log(q) + y / sigma - 1 / (2 * sigma * sigma);
    return std::max(u, none) + steady::log1p(steady::exp(-std::fabs(u - none)));
  };
  const auto term = [&](double y) { return alpha * log_density(y) + (1 - alpha) * log_density(-y) - y * y / 2; };
  const double need = static_cast<double>(bits) * 0.7 + 12;
  const double width = std::sqrt(2 * need) + 1;
  const double right = alpha / sigma + width + 2;
  constexpr int points = 4000;
  double size = term(0);
  for (int i = 0; i <= points; ++i) {
    size = std::max(size, term(right * static_cast<double>(i) / static_cast<double>(points)));
  }
  // The edge of the strip weighs (1/cos)^(alpha-1): its angle falls as the order grows.
  const double angle = std::min(1.5, std::sqrt(8 * (need / 4 + 1) / alpha));
  const double reach = std::min(sigma * angle, std::sqrt(2 * need));
  const double lost = reach * reach / 2 - (alpha - 1) * steady::log(steady::cos(reach / sigma / 2));
  const double h = 2 * 3.141592 * reach / (need + lost + 1);
  double left = -width;
  while (left > -40 * width && left * left / 2 < need - size + term(left) + left * left / 2) left *= 1.25;
  constexpr double most_nodes = 1e6;
  if (!(h > 1e-200) || !((right - left) / h < most_nodes)) return std::nullopt;
  return Rule{short_dyadic(h, 21), short_dyadic(reach * 0.999, 21), std::llround(std::floor(left / h)),
              std::llround(std::ceil(right / h)), short_dyadic(size, 40)};
}

// What stands without a rule.
Ball outer(const Sampling& step, const Number& alpha, slong bits, const Budget& budget) {
  const Ball a = alpha.ball(bits);
  const Ball s = step.sigma.ball(bits);
  const Ball q = step.rate.ball(bits);
  const Ball none = log1p(-q);
  const Ball whole = log(q) + 2 * a * (a - 1) / (s * s);
  const Ball high = max(none, whole);
  const Ball above = high + log1p(exp(min(none, whole) - high));
  const Ball below = divergence({step.sigma, step.rate, 1}, alpha, Direction::remove, bits, budget) * (a - 1);
  return hull(max(below, Ball(0, bits)), above);
}

std::optional<Ball> by_rule(const Sampling& step, const Number& alpha, slong bits, const Budget& budget) {
  const Ball a = alpha.ball(bits);
  const auto rule = choose_rule(step, roughly(a), bits);
  if (!rule) return std::nullopt;
  const PairDensity density({step.sigma, step.rate}, 1, bits);
  const Ball s = step.sigma.ball(bits);
  const Ball size(rule->size, bits);
  Ball sum(0, bits);
  constexpr slong polling = 256;
  for (slong j = rule->first; j <= rule->last; ++j) {
    if (j % polling == 0 && budget.expired()) return std::nullopt;
    const Ball y(rule->step * j, bits);
    sum += exp(a * density.log_at(y) + (1 - a) * density.log_at(-y) - y * y / 2 - size);
  }
  sum = sum * Ball(rule->step, bits) / sqrt(2 * Ball::pi(bits));
  const Ball y1(rule->step * rule->first, bits);
  const Ball y2(rule->step * rule->last, bits);
  const Ball r = a / s;
  if (rule->first > 0 || less_equal(r, y2) != Truth::yes) return std::nullopt;
  const Ball left = exp(a * density.log_at(y1) + (1 - a) * density.log_at(-y1) - size) * normal_cdf(y1);
  const Ball right =
      exp(a * density.log_at(y2) + (1 - a) * density.log_constant() + r * r / 2 - r * y2 - size) * normal_cdf(r - y2);
  const Ball d(rule->reach, bits);
  const Ball half = d / (2 * s);
  if (less(2 * half, Ball::pi(bits)) != Truth::yes) return std::nullopt;
  const Ball error =
      2 * exp(d * d / 2 + (1 - a) * log(cos(half))) / expm1(2 * Ball::pi(bits) * d / Ball(rule->step, bits));
  const Ball divisor = 1 - hull(-error, error);
  if (is_positive(divisor) != Truth::yes) return std::nullopt;
  const Ball k = plus_up_to(sum, left + right) / divisor;
  if (!k.is_finite() || is_positive(k) != Truth::yes) return std::nullopt;
  return log(k) + size;
}

}  // namespace

Ball log_moment_replaced(const Sampling& step, const Number& alpha, slong bits, const Budget& budget) {
  const auto found = by_rule(step, alpha, bits, budget);
  return found ? max(*found, Ball(0, bits)) : outer(step, alpha, bits, budget);
}

Ball divergence_replaced(const Sampling& x, const Number& alpha, slong bits, const Budget& budget) {
  // Refuses what is outside of the domain.
  const Ball usual = divergence(x, alpha, Direction::remove, 64, budget);
  const Ball a = alpha.ball(bits);
  const Ball s = x.sigma.ball(bits);
  if (x.rate == Number(1)) return 2 * a * x.steps / (s * s);
  return usual.is_finite() ? log_moment_replaced(x, alpha, bits, budget) * x.steps / (a - 1) : Ball::anything(bits);
}

}  // namespace hallmark::poisson_renyi
