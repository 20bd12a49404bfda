#include "bounds/allocation/poisson_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bounds/allocation/add_bounds.hpp"
#include "bounds/allocation/lognormal_laplace.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"

namespace hallmark::allocation {
namespace {

constexpr long work = 192;

void check(const PoissonBoundParameters& x) {
  check_domain("allocation.delta", {x.sigma, x.steps, 1});
  if (x.eps.sign() < 0) throw InputError("allocation.delta", "eps", x.eps.to_string(), "at least 0");
  if (x.direction == Direction::both) throw InputError("allocation.delta", "direction", "both", "remove or add");
}

Bracket clipped(const Ball& lo, const Ball& hi) {
  const Rational low = lo.is_finite() ? std::max(lo.lower(), Rational(0)) : Rational(0);
  const Rational high = hi.is_finite() ? std::min(hi.upper(), Rational(1)) : Rational(1);
  return {std::min(low, high), high};
}

// Around x with a denominator of 2^160 at most: long rationals would slow the callee down.
Rational rounded(const Ball& x, bool up) {
  const Rational scale = pow(Rational(2), 160);
  return (up ? ceil(x.upper() * scale) : floor(x.lower() * scale)) / scale;
}

// Encloses the Poisson delta at a real eps >= 0: it falls with eps.
Bracket at_real_eps(const PoissonDelta& poisson, const Rational& rate, const Ball& eps, Direction direction) {
  const Rational below = std::max(rounded(eps, false), Rational(0));
  const Rational above = rounded(eps, true);
  return {poisson(rate, above, direction).lo, poisson(rate, below, direction).hi};
}

double middle(const Ball& x) { return (x.to_double_down() + x.to_double_up()) / 2; }

Rational short_rational(double x, bool up) {
  constexpr double scale = 1L << 40;
  return Rational(static_cast<long>(up ? std::ceil(x * scale) : std::floor(x * scale))) / (1L << 40);
}

// ln of e^(theta t (1-g)) L(theta)^t.
Ball log_chernoff(const LognormalLaplace& laplace, const Ball& theta, const Rational& g, long steps) {
  return (theta * Ball(1 - g, work) + log(laplace(theta))) * steps;
}

// A good theta: the logarithm is convex in theta, its minimum near g / (M_2 - 1) and below.
Rational search_theta(const LognormalLaplace& laplace, const Rational& g, long steps, const Budget& budget) {
  const auto value = [&](double theta) {
    return middle(log_chernoff(laplace, Ball(short_rational(theta, false), 64), g, steps));
  };
  double lo = 0;
  double hi = 1e-6;
  constexpr double largest = 1e4;
  while (hi < largest && value(hi) < value(hi / 2) && !budget.expired()) hi *= 2;
  for (int i = 0; i < 30 && !budget.expired(); ++i) {
    const double third = (hi - lo) / 3;
    if (value(lo + third) < value(hi - third)) {
      hi -= third;
    } else {
      lo += third;
    }
  }
  return short_rational((lo + hi) / 2, false);
}

struct Tail {
  const Number& sigma;
  long steps;
  const LognormalLaplace& laplace;

  [[nodiscard]] Ball at(const Rational& g, const Budget& budget) const {
    const Ball s = sigma.ball(work);
    const Ball by_variance = exp(-Ball(g * g, work) * steps / (2 * exp(1 / (s * s))));
    const Rational theta = search_theta(laplace, g, steps, budget);
    const Ball by_laplace = exp(log_chernoff(laplace, Ball(theta, work), g, steps));
    const Ball best = less(by_laplace, by_variance) == Truth::yes ? by_laplace : by_variance;
    return min(best, Ball(1, work));
  }
};

LognormalLaplace tail_transform(const Number& sigma, long steps) {
  return LognormalLaplace(sigma, 96 + 2 * static_cast<long>(std::log2(static_cast<double>(steps))));
}

void keep_better(std::optional<ChosenBound>& best, ChosenBound candidate) {
  if (!best || candidate.delta.hi < best->delta.hi) best = std::move(candidate);
}

}  // namespace

ChosenBound decomposition_upper(const PoissonBoundParameters& x, const Rational& lambda, const PoissonDelta& poisson) {
  check(x);
  if (lambda.sign() <= 0 || lambda > Rational(1)) {
    throw InputError("allocation.delta.decomposition", "lambda", lambda.to_string(), "positive and at most 1");
  }
  const Ball any = -expm1(log1p(-Ball(lambda, 2 * work)) * x.steps);
  const Ball all = lambda == Rational(1) ? Ball(1, 2 * work) : any;
  const Ball w = exponential(x.eps, 2 * work);
  const bool remove = x.direction == Direction::remove;
  const Ball weight = remove ? all : all / (all + w * (1 - all));
  const Ball eps = remove ? log1p(all * (w - 1)) : -log1p(-all * (1 - 1 / w));
  const Bracket p = at_real_eps(poisson, lambda, eps, x.direction);
  return {clipped(Ball(p.lo, work) / weight, Ball(p.hi, work) / weight), fmt::format("lambda={}", lambda.to_string())};
}

Ball low_posterior_upper(const Number& sigma, long steps, const Rational& g, long bits, const Budget& budget) {
  check_domain("allocation.delta.truncated-poisson", {sigma, steps, 1});
  if (g.sign() < 0 || g >= Rational(1)) {
    throw InputError("allocation.delta.truncated-poisson", "g", g.to_string(), "at least 0 and below 1");
  }
  const LognormalLaplace laplace = tail_transform(sigma, steps);
  return Tail{sigma, steps, laplace}.at(g, budget).with_bits(bits);
}

ChosenBound truncated_poisson_upper(const PoissonBoundParameters& x, const PoissonDelta& poisson,
                                    const Budget& budget) {
  check(x);
  const bool remove = x.direction == Direction::remove;
  std::optional<ChosenBound> best;
  if (x.steps == 1) return {at_real_eps(poisson, 1, x.eps.ball(work), x.direction), "rate 1"};
  const LognormalLaplace laplace = tail_transform(x.sigma, x.steps);
  const Tail tail{x.sigma, x.steps, laplace};
  const Ball s = x.sigma.ball(64);
  const double variance = exp(1 / (s * s)).to_double_up();
  const Rational largest = 1 - Rational(1) / x.steps;
  long worse = 0;
  // Levels of the remainder, by the looser tail bound: 1e-2, 1e-3, ... until the sum has grown three times.
  for (long level = 2; level <= 60 && worse < 3 && !budget.expired(); level += level < 12 ? 1 : 3) {
    const double g_wish =
        std::sqrt(2 * variance * static_cast<double>(level) * 2.302585 / static_cast<double>(x.steps));
    if (!(g_wish < 1)) break;
    const Rational g = short_rational(g_wish, true);
    if (g >= largest) break;
    const Rational eta = 1 / (Rational(x.steps) * (1 - g));
    const Ball low = tail.at(g, budget) * (remove ? Ball(1 - g, work) : Ball(1, work));
    const Bracket p = at_real_eps(poisson, eta, x.eps.ball(work), x.direction);
    const Bracket sum = clipped(Ball(p.lo, work) + low, Ball(p.hi, work) + low);
    worse = best && sum.hi > best->delta.hi ? worse + 1 : 0;
    keep_better(best, {sum, fmt::format("g={}", decimal(g, 6, Rounding::up))});
  }
  if (!best) {
    const Bracket p = at_real_eps(poisson, 1, x.eps.ball(work), x.direction);
    keep_better(best, {p, "rate 1: no room for a smaller one"});
  }
  return *best;
}

ChosenBound recursive_upper(const PoissonBoundParameters& x, const PoissonDelta& poisson, const Budget& budget) {
  check(x);
  const bool remove = x.direction == Direction::remove;
  std::optional<ChosenBound> best;
  long worse = 0;
  // e^(2g) falls from rate 1 towards 1/t; g on a geometric grid.
  const double largest = std::log(static_cast<double>(x.steps)) / 2;
  for (double wish = 1e-3; wish < largest && worse < 3 && !budget.expired(); wish *= 1.5) {
    const Rational g = short_rational(wish, true);
    const Ball e = exp(Ball(g, work));
    const Ball rate = e * e / x.steps;
    if (less(rate, 1) != Truth::yes) break;
    const Ball direct = delta_direct_add_upper({{x.sigma, x.steps}, 1, g}, work).value;
    const Ball chernoff = delta_laplace_add_upper({x.sigma, x.steps, g}, 128, budget);
    const Ball add = min(direct, chernoff);
    const Ball low = remove ? add / (e * e - e) : add * e / (e - 1);
    if (less(low, 1) != Truth::yes) continue;
    const Rational eta = std::min(rounded(rate, true), Rational(1));
    const Bracket p = at_real_eps(poisson, eta, x.eps.ball(work), x.direction);
    const Bracket sum = clipped(Ball(p.lo, work) + low, Ball(p.hi, work) + low);
    worse = best && sum.hi > best->delta.hi ? worse + 1 : 0;
    keep_better(best, {sum, fmt::format("g={}", decimal(g, 6, Rounding::up))});
  }
  if (!best) {
    const Bracket p = at_real_eps(poisson, 1, x.eps.ball(work), x.direction);
    keep_better(best, {p, "rate 1: no room for a smaller one"});
  }
  return *best;
}

}  // namespace hallmark::allocation
