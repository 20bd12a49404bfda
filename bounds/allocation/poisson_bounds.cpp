#include "bounds/allocation/poisson_bounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "bounds/allocation/add_bounds.hpp"
#include "bounds/allocation/lognormal_laplace.hpp"
#include "bounds/directions.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong work = 192;

void check(const PoissonBoundParameters& x) {
  check_domain("allocation.delta", {x.sigma, x.steps, x.selected});
  if (x.eps.sign() < 0) throw InputError("allocation.delta", "eps", x.eps.to_string(), "at least 0");
  check_one_direction("allocation.delta", x.direction);
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
  if (!eps.is_finite()) return {0, 1};  // too large for these bits
  const Rational below = std::max(rounded(eps, false), Rational(0));
  const Rational above = rounded(eps, true);
  return {poisson(rate, above, direction).lo, poisson(rate, below, direction).hi};
}

double middle(const Ball& x) { return (x.to_double_down() + x.to_double_up()) / 2; }

Rational short_rational(double x, bool up) {
  constexpr double scale = slong{1} << 40;
  return Rational(static_cast<slong>(up ? std::ceil(x * scale) : std::floor(x * scale))) / (slong{1} << 40);
}

// ln (1 - lambda)^t, 0 < lambda < 1, however close to 1.
Ball log_never(const Rational& lambda, slong steps, slong bits) {
  const Ball rest = lambda < Rational("1/2") ? log1p(-Ball(lambda, bits)) : log(Ball(1 - lambda, bits));
  return rest * steps;
}

// ln of e^(theta t (1-g)) L(theta)^t.
Ball log_chernoff(const LognormalLaplace& laplace, const Ball& theta, const Rational& g, slong steps) {
  return (theta * Ball(1 - g, work) + log(laplace(theta))) * steps;
}

// A good theta: the logarithm is convex in theta, its minimum near g / (M_2 - 1) and below.
Rational search_theta(const LognormalLaplace& laplace, const Rational& g, slong steps, const Budget& budget) {
  const auto value = [&](double theta) {
    return middle(log_chernoff(laplace, Ball(short_rational(theta, false), 64), g, steps));
  };
  return short_rational(least_place_from(value, 0, 1e-6, 1e4, 0, 30, budget), false);
}

struct Tail {
  const Number& sigma;
  slong steps;
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

// The probability that the posterior of some block of steps is low: one selected step in each.
class BlockTails {
 public:
  BlockTails(const Number& sigma, slong steps, slong selected, const LognormalLaplace& laplace)
      : sigma_(sigma), blocks_(blocks({sigma, steps, selected})), laplace_(laplace) {}

  [[nodiscard]] Ball at(const Rational& g, const Budget& budget) const {
    const auto some = [&](slong length, slong count) { return Tail{sigma_, length, laplace_}.at(g, budget) * count; };
    Ball all = some(blocks_.length, blocks_.selected - blocks_.longer);
    if (blocks_.longer > 0) all += some(blocks_.length + 1, blocks_.longer);
    return min(all, Ball(1, work));
  }
  // That of the shorter blocks: their posterior is the larger one.
  [[nodiscard]] slong length() const { return blocks_.length; }

 private:
  const Number& sigma_;
  Blocks blocks_;
  const LognormalLaplace& laplace_;
};

LognormalLaplace tail_transform(const Number& sigma, slong steps) {
  return LognormalLaplace(sigma, 96 + 2 * static_cast<slong>(steady::log2(static_cast<double>(steps))));
}

// delta_add(g) / (e^(2g) - e^g) (remove), delta_add(g) e^g / (e^g - 1) (add).
Ball recursive_rest(const Number& sigma, slong steps, const Rational& g, bool remove, const Budget& budget) {
  const Ball e = exp(Ball(g, work));
  const Ball direct = delta_direct_add_upper({{sigma, steps}, 1, g}, work).value;
  const Ball chernoff(delta_laplace_add_upper({sigma, steps, g}, 128, budget).value(), work);
  const Ball add = min(direct, chernoff);
  return remove ? add / (e * e - e) : add * e / (e - 1);
}

// Forty digits of a positive number, rounded as asked: long rationals would slow the callee down.
Rational forty_digits(const Rational& x, Rounding rounding) { return Rational(decimal(x, 40, rounding)); }

void check(const PoissonEpsilonParameters& x) {
  check_domain("allocation.epsilon", {x.sigma, x.steps, x.selected});
  if (x.delta.sign() <= 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError("allocation.epsilon", "delta", x.delta.to_string(), "positive and at most 1");
  }
  check_one_direction("allocation.epsilon", x.direction);
}

// The epsilon at rate `eta` with the remainder `rest`, if it is better.
void try_choice(std::optional<ChosenEpsilon>& best, const PoissonEpsilonParameters& x, const Rational& g,
                const Rational& eta, const Ball& rest, const PoissonEpsilon& poisson) {
  const Ball left = x.delta.ball(work) - rest;
  if (!left.is_finite() || is_positive(left) != Truth::yes) return;
  const Bracket e = poisson(eta, forty_digits(left.lower(), Rounding::down), x.direction);
  if (!best || e.hi < best->epsilon.value()) {
    best = {UpperEnd::of_choice(e), fmt::format("g={}", decimal(g, 6, Rounding::up))};
  }
}

// The least of several sums, each of the Poisson delta at one rate and a remainder.
class Choices {
 public:
  Choices(const PoissonBoundParameters& x, const PoissonDelta& poisson) : x_(x), poisson_(poisson) {}

  void attempt(const Rational& g, const Rational& eta, const Ball& remainder) {
    const Bracket p = at(eta);
    const Bracket sum = clipped(Ball(p.lo, work) + remainder, Ball(p.hi, work) + remainder);
    worse_ = best_ && sum.hi > best_->delta.value() ? worse_ + 1 : 0;
    if (!best_ || sum.hi < best_->delta.value()) {
      best_ = {UpperEnd::of_choice(sum), fmt::format("g={}", decimal(g, 6, Rounding::up))};
    }
  }
  // Whether the sum has grown three times.
  [[nodiscard]] bool is_enough() const { return worse_ == 3; }
  [[nodiscard]] ChosenBound best() const {
    return best_ ? *best_ : ChosenBound{UpperEnd::of_choice(at(1)), "rate 1: no room for a smaller one"};
  }

 private:
  [[nodiscard]] Bracket at(const Rational& rate) const {
    return at_real_eps(poisson_, rate, x_.eps.ball(work), x_.direction);
  }

  const PoissonBoundParameters& x_;
  const PoissonDelta& poisson_;
  std::optional<ChosenBound> best_;
  slong worse_ = 0;
};

}  // namespace

ChosenBound decomposition_upper(const PoissonBoundParameters& x, const Rational& lambda, const PoissonDelta& poisson) {
  check(x);
  if (lambda.sign() <= 0 || lambda > Rational(1)) {
    throw InputError("allocation.delta.decomposition", "lambda", lambda.to_string(), "positive and at most 1");
  }
  const Ball all = lambda == Rational(1) ? Ball(1, 2 * work) : -expm1(log_never(lambda, x.steps, 2 * work));
  const Ball w = exponential(x.eps, 2 * work);
  const bool remove = x.direction == Direction::remove;
  const Ball weight = remove ? all : all / (all + w * (1 - all));
  const Ball eps = remove ? log1p(all * (w - 1)) : -log1p(-all * (1 - 1 / w));
  const Bracket p = at_real_eps(poisson, lambda, eps, x.direction);
  return {UpperEnd::of_choice(clipped(Ball(p.lo, work) / weight, Ball(p.hi, work) / weight)),
          fmt::format("lambda={}", lambda.to_string())};
}

Ball low_posterior_upper(const Number& sigma, slong steps, const Rational& g, slong bits, const Budget& budget) {
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
  const LognormalLaplace laplace = tail_transform(x.sigma, x.steps);
  const BlockTails tail(x.sigma, x.steps, x.selected, laplace);
  if (tail.length() == 1) {
    return {UpperEnd::of_choice(at_real_eps(poisson, 1, x.eps.ball(work), x.direction)), "rate 1"};
  }
  const Ball s = x.sigma.ball(64);
  const double variance = exp(1 / (s * s)).to_double_up();
  const Rational largest = 1 - Rational(1) / tail.length();
  Choices choices(x, poisson);
  // Levels of the remainder, by the looser tail bound: 1e-2, 1e-3, ...
  for (slong level = 2; level <= 60 && !choices.is_enough() && !budget.expired(); level += level < 12 ? 1 : 3) {
    const double g_wish =
        std::sqrt(2 * variance * static_cast<double>(level) * 2.302585 / static_cast<double>(tail.length()));
    if (!(g_wish < 1)) break;
    const Rational g = short_rational(g_wish, true);
    if (g >= largest) break;
    const Rational eta = 1 / (Rational(tail.length()) * (1 - g));
    const Ball low = tail.at(g, budget) * (remove ? Ball(1 - g, work) : Ball(1, work));
    choices.attempt(g, eta, low);
  }
  return choices.best();
}

ChosenBound recursive_upper(const PoissonBoundParameters& x, const PoissonDelta& poisson, const Budget& budget) {
  check(x);
  const bool remove = x.direction == Direction::remove;
  Choices choices(x, poisson);
  // e^(2g) falls from rate 1 towards 1/t; g on a geometric grid.
  const double largest = steady::log(static_cast<double>(x.steps)) / 2;
  for (double wish = 1e-3; wish < largest && !choices.is_enough() && !budget.expired(); wish *= 1.5) {
    const Rational g = short_rational(wish, true);
    const Ball e = exp(Ball(g, work));
    const Ball rate = e * e / x.steps;
    if (less(rate, 1) != Truth::yes) break;
    const Ball low = recursive_rest(x.sigma, x.steps, g, remove, budget);
    if (less(low, 1) != Truth::yes) continue;
    const Rational eta = std::min(rounded(rate, true), Rational(1));
    choices.attempt(g, eta, low);
  }
  return choices.best();
}

std::optional<ChosenEpsilon> decomposition_epsilon_upper(const PoissonEpsilonParameters& x, const Rational& lambda,
                                                         slong digits, const PoissonEpsilon& poisson,
                                                         const Budget& budget) {
  check(x);
  if (lambda.sign() <= 0 || lambda > Rational(1)) {
    throw InputError("allocation.epsilon.decomposition", "lambda", lambda.to_string(), "positive and at most 1");
  }
  const slong bits = 2 * work;
  const Ball never = lambda == Rational(1) ? Ball(0, bits) : exp(log_never(lambda, x.steps, bits));
  const Ball any = lambda == Rational(1) ? Ball(1, bits) : -expm1(log_never(lambda, x.steps, bits));
  const Ball delta = x.delta.ball(bits);
  const std::string choices = fmt::format("lambda={}", lambda.to_string());
  if (x.direction == Direction::remove) {
    const Ball target = delta * any;
    const auto back = [&](const Rational& inner) { return log1p(expm1(Ball(inner, bits)) / any); };
    const Rational above = std::min(forty_digits(target.upper(), Rounding::up), Rational(1));
    const Ball hi = back(poisson(lambda, forty_digits(target.lower(), Rounding::down), x.direction).hi);
    const Ball lo = back(poisson(lambda, above, x.direction).lo);
    if (!hi.is_finite()) return std::nullopt;
    return ChosenEpsilon{
        UpperEnd::of_choice({lo.is_finite() ? std::max(lo.lower(), Rational(0)) : Rational(0), hi.upper()}), choices};
  }
  const auto target = [&](const Rational& inner) { return delta * (1 - never * exp(Ball(inner, bits))); };
  const auto back = [&](const Rational& inner) { return -log1p(expm1(-Ball(inner, bits)) / any); };
  // Whether the condition holds at `inner`, or is proved not to.
  const auto holds = [&](const Rational& inner) {
    const Ball t = target(inner);
    if (is_positive(t) != Truth::yes) return Truth::no;
    return poisson(lambda, forty_digits(t.lower(), Rounding::down), x.direction).hi <= inner ? Truth::yes
                                                                                             : Truth::unknown;
  };
  const auto fails = [&](const Rational& inner) {
    const Ball t = target(inner);
    if (is_positive(t) != Truth::yes) return is_positive(-t) == Truth::yes;
    return poisson(lambda, std::min(forty_digits(t.upper(), Rounding::up), Rational(1)), x.direction).lo > inner;
  };
  if (holds(0) == Truth::yes) return ChosenEpsilon{UpperEnd::of_choice({0, 0}), choices};
  // The iteration rises towards the least solution.
  Rational inner = 0;
  const Rational near = pow(Rational(10), -(digits + 1));
  constexpr int most_rounds = 40;
  for (int round = 0; round < most_rounds && !budget.expired(); ++round) {
    const Ball t = target(inner);
    if (is_positive(t) != Truth::yes) return std::nullopt;
    const Rational next =
        forty_digits(poisson(lambda, forty_digits(t.lower(), Rounding::down), x.direction).hi, Rounding::up);
    const bool close = next - inner <= next * near;
    inner = next;
    if (close) break;
  }
  Rational hi = 0;
  Rational lo = 0;
  Rational wide = near;
  constexpr int most_tries = 6;
  for (int i = 0; i < most_tries && !budget.expired(); ++i, wide = wide * 10) {
    if (hi.sign() == 0 && holds(inner * (1 + wide)) == Truth::yes) hi = inner * (1 + wide);
    if (lo.sign() == 0 && fails(inner * (1 - wide))) lo = inner * (1 - wide);
    if (hi.sign() > 0 && lo.sign() > 0) break;
  }
  if (hi.sign() == 0) return std::nullopt;
  const Ball upper = back(hi);
  const Ball lower = back(lo);
  if (!upper.is_finite()) return std::nullopt;
  return ChosenEpsilon{
      UpperEnd::of_choice({lower.is_finite() ? std::max(lower.lower(), Rational(0)) : Rational(0), upper.upper()}),
      choices};
}

std::optional<ChosenEpsilon> truncated_poisson_epsilon_upper(const PoissonEpsilonParameters& x,
                                                             const PoissonEpsilon& poisson, const Budget& budget) {
  check(x);
  const bool remove = x.direction == Direction::remove;
  std::optional<ChosenEpsilon> best;
  const LognormalLaplace laplace = tail_transform(x.sigma, x.steps);
  const BlockTails tail(x.sigma, x.steps, x.selected, laplace);
  if (tail.length() == 1) return std::nullopt;
  const Ball s = x.sigma.ball(64);
  const double variance = exp(1 / (s * s)).to_double_up();
  const Rational largest = 1 - Rational(1) / tail.length();
  const double goal = middle(log(x.delta.ball(64)));
  for (const double share : {2.0, 10.0, 100.0}) {
    const double log_rest = goal - steady::log(share);
    // By the looser bound, then corrected: the logarithm of the tail is about quadratic in g.
    double wish = std::sqrt(-2 * variance * log_rest / static_cast<double>(tail.length()));
    if (!(wish < 1)) wish = 0.5;
    for (int correction = 0; correction < 2 && !budget.expired(); ++correction) {
      const double found = middle(log(tail.at(short_rational(wish, true), budget)));
      if (found < 0 && std::isfinite(found)) wish *= std::sqrt(log_rest / found);
      if (!(wish < 1)) break;
    }
    if (budget.expired() || !(wish < 1)) break;
    const Rational g = short_rational(wish, true);
    if (g >= largest) break;
    const Ball rest = tail.at(g, budget) * (remove ? Ball(1 - g, work) : Ball(1, work));
    try_choice(best, x, g, 1 / (Rational(tail.length()) * (1 - g)), rest, poisson);
  }
  return best;
}

std::optional<ChosenEpsilon> recursive_epsilon_upper(const PoissonEpsilonParameters& x, const PoissonEpsilon& poisson,
                                                     const Budget& budget) {
  check(x);
  const bool remove = x.direction == Direction::remove;
  const auto rest = [&](double g) { return recursive_rest(x.sigma, x.steps, short_rational(g, true), remove, budget); };
  // The least g with a remainder of at most delta / 2: it falls with g.
  double lo = 1e-4;
  double hi = steady::log(static_cast<double>(x.steps)) / 2;
  if (!(lo < hi)) return std::nullopt;
  const Ball half = x.delta.ball(work) / 2;
  constexpr int halvings = 10;
  for (int i = 0; i < halvings && !budget.expired(); ++i) {
    const double middle_g = std::sqrt(lo * hi);
    (less_equal(rest(middle_g), half) == Truth::yes ? hi : lo) = middle_g;
  }
  std::optional<ChosenEpsilon> best;
  for (const double factor : {1.0, 1.03, 1.1}) {
    const Rational g = short_rational(hi * factor, true);
    const Ball e = exp(Ball(g, work));
    const Ball rate = e * e / x.steps;
    if (budget.expired() || less(rate, 1) != Truth::yes) break;
    try_choice(best, x, g, std::min(rounded(rate, true), Rational(1)), rest(hi * factor), poisson);
  }
  return best;
}

}  // namespace hallmark::allocation
