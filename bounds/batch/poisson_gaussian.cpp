#include "bounds/batch/poisson_gaussian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/batch/poisson_profile.hpp"
#include "bounds/batch/poisson_routes.hpp"
#include "bounds/monotone_search.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::poisson_gaussian {
namespace {

constexpr slong max_steps = 1'000'000'000'000'000;

void check(std::string_view where, const Mechanism& m) {
  if (m.rate.sign() <= 0 || less_equal(m.rate, 1) != Truth::yes) {
    throw InputError(where, "rate", m.rate.to_string(), "positive and at most 1");
  }
  if (m.sigma.sign() <= 0) throw InputError(where, "sigma", m.sigma.to_string(), "positive");
  if (m.steps < 1 || m.steps > max_steps) {
    throw InputError(where, "steps", Rational(m.steps).to_string(), "an integer from 1 to 10^15");
  }
}

void check_eps(std::string_view where, const Number& eps) {
  if (less_equal(eps, 1'000'000) != Truth::yes || less_equal(-1'000'000, eps) != Truth::yes) {
    throw InputError(where, "eps", eps.to_string(), "at most 10^6 in size");
  }
}

void describe_shortfall(Enclosed& o, std::string_view what, const Budget& budget) {
  if (o.reached || !o.shortfall.empty()) return;
  o.shortfall = budget.expired() ? "the budget ended before the digits asked for were proved"
                                 : fmt::format(
                                       "the {} stands to fewer digits than asked for: fewer digits, more steps or a "
                                       "larger sigma would settle it",
                                       what);
}

Enclosed larger(Enclosed a, Enclosed b, slong digits) {
  Enclosed o = a.lo >= b.lo ? a : b;
  o.lo = std::max(a.lo, b.lo);
  o.hi = std::max(a.hi, b.hi);
  o.bits = std::max(a.bits, b.bits);
  o.reached = has_digits(o.lo, o.hi, digits);
  if (a.hi < b.lo || b.hi < a.lo) return o;
  o.method += ", in both directions";
  return o;
}

}  // namespace

Route read_route(std::string_view text) {
  for (const Route r : {Route::automatic, Route::laplace, Route::grid}) {
    if (text == to_string(r)) return r;
  }
  throw InputError("poisson-gaussian", "route", text, "laplace or grid");
}

std::string_view to_string(Route route) {
  switch (route) {
    case Route::automatic:
      return "";
    case Route::laplace:
      return "laplace";
    case Route::grid:
      return "grid";
  }
  require(false, "a route");
  return {};
}

namespace {

// One mechanism's profiles, with the tables they keep.
struct Profiles {
  /// `shared`: a table that takes long leaves half the time to the grid.
  Profiles(const Mechanism& mechanism, const Budget& limit, bool shared)
      : m(mechanism),
        budget(limit),
        table_budget(shared ? limit.half() : limit),
        remove(m, Direction::remove, table_budget),
        add(m, Direction::add, table_budget) {}

  Enclosed delta(const Number& eps, Direction direction, slong digits, Route route) {
    // At eps = 0 both directions are the total variation distance.
    const bool symmetric = m.rate == Number(1) || eps.sign() == 0 || is_symmetric(m.pair);
    const bool both = direction == Direction::both && !symmetric;
    const Direction first = direction == Direction::both ? Direction::remove : direction;
    Enclosed o = delta_by_routes(first == Direction::remove ? remove : add, m, first, eps, digits, budget, route);
    if (both) {
      const Proved other = route == Route::grid ? Proved{} : add.delta_near(eps, ln_of(o.lo) - 2);
      if (other.hi <= o.lo) {
        o.method += "; direction remove, the larger";
      } else {
        o = larger(o, delta_by_routes(add, m, Direction::add, eps, digits, budget, route), digits);
      }
    }
    describe_shortfall(o, "value", budget);
    return o;
  }

  Mechanism m;
  const Budget& budget;
  Budget table_budget;
  Profile remove;
  Profile add;
};

// So many digits may end with the budget and prove little: what few digits prove, at a small part of the cost, is kept.
template <typename Evaluate>
Enclosed with_few_first(slong digits, const Evaluate& at) {
  constexpr slong many = 40;
  constexpr slong few = 16;
  if (digits <= many) return at(digits);
  Enclosed first = at(few);
  Enclosed all = at(digits);
  if (all.reached || all.lo > first.lo || all.hi < first.hi) return all;
  first.reached = false;
  first.shortfall = std::move(all.shortfall);
  return first;
}

Enclosed epsilon_at(const EpsilonParameters& x, slong digits, const Budget& budget, Route route);

}  // namespace

Enclosed delta(const DeltaParameters& x, slong digits, const Budget& budget, Route route) {
  const Mechanism m{x.rate, x.sigma, x.steps, x.pair};
  check("poisson-gaussian.delta", m);
  check_eps("poisson-gaussian.delta", x.eps);
  return with_few_first(digits, [&](slong wanted) {
    return Profiles(m, budget, route == Route::automatic).delta(x.eps, x.direction, wanted, route);
  });
}

std::vector<Enclosed> deltas(const Mechanism& m, Direction direction, const std::vector<Number>& thresholds,
                             slong digits, const Budget& budget) {
  check("poisson-gaussian.delta", m);
  for (const Number& eps : thresholds) check_eps("poisson-gaussian.delta", eps);
  Profiles profiles(m, budget, true);
  std::vector<Enclosed> all;
  for (const Number& eps : thresholds) all.push_back(profiles.delta(eps, direction, digits, Route::automatic));
  return all;
}

Enclosed epsilon(const EpsilonParameters& x, slong digits, const Budget& budget, Route route) {
  return with_few_first(digits, [&](slong wanted) { return epsilon_at(x, wanted, budget, route); });
}

namespace {

Enclosed epsilon_at(const EpsilonParameters& x, slong digits, const Budget& budget, Route route) {
  constexpr std::string_view where = "poisson-gaussian.epsilon";
  const Mechanism m{x.rate, x.sigma, x.steps, x.pair};
  check(where, m);
  if (x.delta.sign() < 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "from 0 to 1");
  }
  const Budget table_budget = route == Route::automatic ? budget.half() : budget;
  Profile remove(m, Direction::remove, table_budget);
  Profile add(m, Direction::add, table_budget);
  if (x.delta.sign() == 0) {
    if (x.direction == Direction::both || !has_largest(m, directed(m.pair, x.direction))) {
      throw InputError(where, "delta", "0",
                       m.rate == Number(1) ? "positive: at rate 1 the log ratio has no bound"
                                           : "positive: only direction add has a finite epsilon at delta 0");
    }
    const Pair pair = directed(m.pair, x.direction);
    const Evaluation e = evaluate([&](slong bits) { return largest_log_ratio(m, pair, bits); }, digits,
                                  {.first_bits = 128 + 4 * digits, .last_bits = slong{1} << 15, .budget = budget});
    return {e.value.lower(), e.value.upper(), e.reached, e.value.bits(), "closed-form", "T ln(1/(1-q)), attained"};
  }
  if (x.delta == Number(1)) return {0, 0, true, 0, "closed-form", "delta = 1 asks for nothing"};
  Enclosed o;
  if (x.direction != Direction::both || m.rate == Number(1) || is_symmetric(m.pair)) {
    const bool is_add = x.direction == Direction::add;
    o = epsilon_by_routes(is_add ? add : remove, m, is_add ? Direction::add : Direction::remove, x.delta, digits,
                          budget, route);
  } else {
    o = epsilon_by_routes(remove, m, Direction::remove, x.delta, digits, budget, route);
    // The larger is that of remove if add is already small enough at its end.
    bool settled = o.hi == 0;  // at eps = 0 both are the total variation distance
    if (!settled && route != Route::grid) {
      const Proved other = add.delta_near(o.hi, log(x.delta.ball(64)).to_double_down() - 2);
      settled = less_equal(Ball(other.hi, 512), x.delta.ball(512)) == Truth::yes;
    }
    if (settled) {
      o.method += "; direction remove, the larger";
    } else {
      o = larger(o, epsilon_by_routes(add, m, Direction::add, x.delta, digits, budget, route), digits);
    }
  }
  describe_shortfall(o, "epsilon", budget);
  return o;
}

// 1 - min((1-q)^(T up), e^eps (1-q)^(T down)), the larger of the directions asked for: 1 - (1-q)^T (zero-out, remove and
// both), 1 - e^eps (1-q)^T (add).
Ball told_by_taking_part(const SigmaParameters& x, slong bits) {
  const Ball out = log1p(-x.rate.ball(bits)) * x.steps;
  const Pair pair = x.pair.coupled ? Pair{1, 1} : x.pair;
  const auto most = [&](Direction direction) {
    const Pair p = directed(pair, direction);
    const Ball first = -expm1(out * p.up);
    const Ball second = -expm1(x.eps.ball(bits) + out * p.down);
    return p.up == 0 ? second : p.down == 0 ? first : max(first, second);
  };
  if (x.direction != Direction::both) return most(x.direction);
  return is_usual(pair) ? most(Direction::remove) : max(most(Direction::remove), most(Direction::add));
}

// Whether 1 - (1-q)^T <= delta, where balls may not tell and it is what stays below delta for every sigma.
bool is_exactly_at_most(const SigmaParameters& x) {
  constexpr slong most_steps = 1000;
  const auto rate = x.rate.rational();
  const auto delta = x.delta.rational();
  if (!is_usual(x.pair) || (x.direction == Direction::add && x.eps.sign() != 0)) return false;
  if (!rate || !delta || x.steps > most_steps || rate->height_bits() > most_steps) return false;
  return 1 - pow(1 - *rate, x.steps) <= *delta;
}

// Two sigmas a factor of 2 apart between which delta passes the target, as far as they are found; about where it does.
struct NoiseEnds {
  std::optional<Rational> lo;  // delta is above the target
  std::optional<Rational> hi;  // delta is at most the target
  Rational start;
};

// delta at a sigma.
Ball delta_of_noise(const SigmaParameters& x, const Rational& s, slong digits, slong bits, const Budget& budget) {
  const Enclosed o = delta({x.eps, x.rate, s, x.steps, x.direction, x.pair}, digits, budget, Route::laplace);
  return Ball::between(o.lo, o.hi, bits);
}

NoiseEnds ends_of_noise(const SigmaParameters& x, const Ball& goal, const Budget& budget) {
  constexpr slong few = 6;
  constexpr int patience = 120;
  NoiseEnds ends;
  double ln_lo = 0;
  double ln_hi = 0;
  Rational s = 1;
  for (int i = 0; i < patience && !(ends.lo && ends.hi) && !budget.expired(); ++i) {
    const Ball value = delta_of_noise(x, s, few, goal.bits(), budget);
    const Truth is_enough = less_equal(value, goal);
    const bool enough = is_enough == Truth::yes;
    if (is_enough == Truth::unknown) {
      s = s * Rational("1.01");
      continue;
    }
    (enough ? ends.hi : ends.lo) = s;
    (enough ? ln_hi : ln_lo) = ln_of(value.centre());
    s = enough ? s / 2 : s * 2;
  }
  if (!ends.lo || !ends.hi) return ends;
  // A secant of ln delta.
  const double share = (ln_lo - ln_of(goal.centre())) / (ln_lo - ln_hi);
  const double inside = share > 0 && share < 1 ? std::clamp(share, 1e-3, 1 - 1e-3) : 0.5;
  ends.start = *ends.lo + (*ends.hi - *ends.lo) * short_dyadic(inside, 30);
  return ends;
}

}  // namespace

Enclosed sigma(const SigmaParameters& x, slong digits, const Budget& budget) {
  constexpr std::string_view where = "poisson-gaussian.sigma";
  check(where, {x.rate, 1, x.steps, x.pair});
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
  check_eps(where, x.eps);
  if (x.delta.sign() <= 0 || less(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "positive and below 1");
  }
  const slong bits = 256 + 8 * digits;
  const Ball goal = x.delta.ball(bits);
  Enclosed best{.route = "laplace", .method = "certified inversion of poisson-gaussian.delta in sigma"};
  // However small sigma is, delta stays below what the outcome "took part" tells.
  if (x.rate != Number(1)) {
    const Ball most = told_by_taking_part(x, bits);
    if (less_equal(most, goal) == Truth::yes || is_exactly_at_most(x)) {
      best.hi = 0;
      best.reached = true;
      best.method = "any sigma will do: delta is below the target for all";
      return best;
    }
  }
  const NoiseEnds ends = ends_of_noise(x, goal, budget);
  best.lo = ends.lo.value_or(0);
  best.hi = ends.hi ? *ends.hi : sigma_upper({x.rate, 1, x.steps, x.pair}, x.delta);
  if (ends.lo && ends.hi) {
    constexpr slong spare = 3;  // digits of delta beyond those of sigma
    const Inversion found =
        search({.f = [&](const Rational& s, slong) { return delta_of_noise(x, s, digits + spare, bits, budget); },
                .target = goal,
                .lo = best.lo,
                .hi = best.hi,
                .start = ends.start,
                .digits = digits},
               {.first_bits = bits, .last_bits = 64 * bits, .budget = budget});
    best.lo = found.bracket.lo;
    best.hi = found.bracket.hi;
    best.reached = found.reached;
  }
  if (!best.reached) best.shortfall = "the search ended before the digits were there: more time or fewer digits";
  return best;
}

}  // namespace hallmark::poisson_gaussian
