#include "bounds/batch/poisson_gaussian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/batch/poisson_grid.hpp"
#include "bounds/batch/poisson_profile.hpp"
#include "bounds/batch/poisson_rare.hpp"
#include "bounds/batch/poisson_renyi.hpp"
#include "exact/error.hpp"

namespace hallmark::poisson_gaussian {
namespace {

constexpr long max_steps = 1'000'000'000'000'000;

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

double ln_of(const Rational& x) { return x.sign() <= 0 ? -1e4 : std::max(-1e6, log(Ball(x, 64)).to_double_up()); }

// Grid laws of 2^11, 2^12, ... points until `done` or the limit; at most about the budget.
template <typename Use>
void refine(const Mechanism& m, Direction direction, double ln_smallest, const Budget& budget, const Use& use) {
  for (long points = fewest_points; !budget.expired(); points = std::min(points * 4, most_points)) {
    const auto grid = GridProfile::build(m, direction, points, ln_smallest, budget);
    if (!grid || use(*grid) || points == most_points) return;
  }
}

void describe_shortfall(Outcome& o, std::string_view what, const Budget& budget) {
  if (o.reached || !o.shortfall.empty()) return;
  o.shortfall = budget.expired() ? "the budget ended before the digits asked for were proved"
                                 : fmt::format(
                                       "the {} stands to fewer digits than asked for: fewer digits, more steps or a "
                                       "larger sigma would settle it",
                                       what);
}

// What a grid is refined for after a table that was not enough.
constexpr long most_grid_digits = 7;

// Whether a grid can still narrow this: it gives four to seven digits.
bool is_wide(const Rational& lo, const Rational& hi) { return !has_digits(lo, hi, 4); }

Outcome delta_by_grid(const Mechanism& m, Direction direction, const Number& eps, long digits, const Budget& budget,
                      Outcome start) {
  Proved p;
  p.meet(start.lo, start.hi);
  const bool first = start.route.empty();
  refine(m, direction, ln_of(start.hi) - 8, budget, [&](const GridProfile& grid) {
    const auto value = grid.delta(eps);
    p.meet(value.lo, value.hi);
    return has_digits(p.lo, p.hi, first ? digits : std::min(digits, most_grid_digits));
  });
  if (p.lo != start.lo || p.hi != start.hi || first) {
    start.route = "grid";
    start.method = first ? "products on a grid" : start.method + ", narrowed by products on a grid";
  }
  start.lo = p.lo;
  start.hi = p.hi;
  start.reached = has_digits(p.lo, p.hi, digits);
  return start;
}

// The digits that a grid is asked for: to find the place, before a dear table, in place of one; and the fewest for
// which a table is built.
constexpr long place_digits = 2;
constexpr long rough_digits = 4;
constexpr long grid_digits = 5;
constexpr long least_digits = 6;

bool may_be_dear(const Mechanism& m, Route route) {
  return route == Route::automatic && m.rate != Number(1) && m.steps > 1;
}

// Whether a record hardly ever takes part: the saddle point is then no proposal.
bool is_rare(const Mechanism& m) { return less(m.rate.ball(64) * m.steps, Rational("1/2")) == Truth::yes; }

// What is cheap and proved stands in where the routes stop short: beyond the time by this much at most.
constexpr std::chrono::milliseconds moment(250);
constexpr renyi::Orders cheap_orders{2, 256};

// delta_1(eps) <= delta <= 1 - (1 - delta_1(eps/T))^T of the T steps, and a Renyi divergence, which is known of the usual
// pair alone.
void narrow_delta(Outcome& o, const Mechanism& m, Direction direction, const Number& eps, long digits) {
  if (o.reached) return;
  constexpr long bits = 128;
  Rational lo = o.lo;
  Rational hi = o.hi;
  const Ball least = one_step({eps, m.rate, m.sigma, 1, direction, m.pair}, bits);
  if (least.is_finite()) lo = std::max(lo, least.lower());
  if (eps.sign() >= 0) {
    const Number share(Ball(eps.ball(bits).lower() / m.steps, bits).lower());
    const Ball one = one_step({share, m.rate, m.sigma, 1, direction, m.pair}, bits);
    if (const Ball all = -expm1(log1p(-one) * m.steps); all.is_finite()) hi = std::min(hi, all.upper());
    if (is_usual(m.pair)) {
      const auto renyi = poisson_renyi::delta_upper({m.sigma, m.rate, m.steps}, eps, usual_direction(m.pair, direction),
                                                    poisson_renyi::Grid::integers, cheap_orders, 4, Budget(moment));
      if (renyi.value.is_finite()) hi = std::min(hi, renyi.value.upper());
    }
  }
  if (lo == o.lo && hi == o.hi) return;
  require(lo <= hi, "two enclosures of one number meet");
  o.lo = lo;
  o.hi = hi;
  o.method += is_usual(m.pair) ? ", narrowed by one step and Renyi divergences" : ", narrowed by one step";
  o.reached = has_digits(lo, hi, digits);
}

// A Renyi divergence, of the usual pair.
void narrow_epsilon(Outcome& o, const Mechanism& m, Direction direction, const Number& target, long digits) {
  if (o.reached || !is_usual(m.pair)) return;
  const auto renyi =
      poisson_renyi::epsilon_upper({m.sigma, m.rate, m.steps}, target, usual_direction(m.pair, direction),
                                   poisson_renyi::Grid::integers, cheap_orders, 4, Budget(moment));
  if (!renyi.value.is_finite() || renyi.value.upper() >= o.hi) return;
  require(o.lo <= renyi.value.upper(), "two enclosures of one number meet");
  o.hi = renyi.value.upper();
  o.method += "; upper end: Renyi divergence";
  o.reached = has_digits(o.lo, o.hi, digits);
}

// What random allocation tells of a record that hardly ever takes part.
std::optional<Outcome> by_one_batch(const Mechanism& m, Direction direction, const Number& eps, long digits,
                                    const Budget& budget) {
  if (!is_very_rare(m)) return std::nullopt;
  const auto value = rare_delta({eps, m.rate, m.sigma, m.steps, direction, m.pair}, digits, budget.half());
  if (!value || !value->is_finite()) return std::nullopt;
  Outcome o;
  o.lo = std::max(value->lower(), Rational(0));
  o.hi = std::min(value->upper(), Rational(1));
  o.reached = has_digits(o.lo, o.hi, digits);
  o.bits = value->bits();
  o.route = "closed-form";
  o.method = "a record in one batch, by inversion of random allocation; in more, bounded";
  return o;
}

Outcome routed_delta(Profile& profile, const Mechanism& m, Direction direction, const Number& eps, long digits,
                     const Budget& budget, Route route) {
  if (m.rate != Number(1) && m.steps > 1) {
    if (auto o = profile.exact(eps, digits)) return *o;
  }
  if (route == Route::grid && m.rate != Number(1)) return delta_by_grid(m, direction, eps, digits, budget, {});
  if (may_be_dear(m, route)) {
    using Cost = Profile::Cost;
    const Ball simple = elementary({eps, m.rate, m.sigma, m.steps, direction, m.pair}, 128 + 4 * digits);
    const bool closed = simple.is_finite() && has_digits(simple.lower(), simple.upper(), digits);
    const Cost cost = closed ? Cost::small : profile.cost_of_delta(eps, digits);
    const Cost least = cost >= Cost::dear ? profile.cost_of_delta(eps, least_digits) : cost;
    if (least >= Cost::moderate && (cost >= Cost::dear || is_rare(m))) {
      // A grid finds the size of delta, and often enough digits, for less than a table does.
      const bool alone = least == Cost::out_of_reach;
      const long wanted = std::min(digits, alone ? grid_digits : cost >= Cost::dear ? rough_digits : place_digits);
      const auto single = by_one_batch(m, direction, eps, digits, budget);
      const bool enough = single && has_digits(single->lo, single->hi, wanted);
      Outcome rough = enough ? *single : delta_by_grid(m, direction, eps, wanted, budget.half(), {});
      rough.reached = has_digits(rough.lo, rough.hi, digits);
      if (rough.reached || alone) return rough;
      Outcome fine = profile.delta(eps, digits, {rough.lo, rough.hi});
      return fine.lo == rough.lo && fine.hi == rough.hi ? rough : fine;
    }
  }
  Outcome o = profile.delta(eps, digits);
  if (route == Route::automatic && !o.reached && m.rate != Number(1) && is_wide(o.lo, o.hi) &&
      o.hi > pow(Rational(10), -400)) {
    o = delta_by_grid(m, direction, eps, digits, budget, std::move(o));
  }
  return o;
}

Outcome one_delta(Profile& profile, const Mechanism& m, Direction direction, const Number& eps, long digits,
                  const Budget& budget, Route route) {
  Outcome o = routed_delta(profile, m, direction, eps, digits, budget, route);
  narrow_delta(o, m, direction, eps, digits);
  return o;
}

Outcome epsilon_by_grid(const Mechanism& m, Direction direction, const Number& target, long digits,
                        const Budget& budget, Outcome start) {
  const bool first = start.route.empty();
  Rational lo = start.lo;
  Rational hi = first ? epsilon_upper(m, target) : start.hi;
  const Pair pair = directed(m.pair, direction);
  if (pair.up == 0) {
    const Ball last = -log1p(-m.rate.ball(256)) * m.steps * pair.down;  // delta is exactly 0 from there on
    if (last.is_finite()) hi = std::min(hi, last.upper());  // not for a rate that 256 bits do not tell from 1
  }
  bool better = false;
  refine(m, direction, log(target.ball(64)).to_double_down(), budget, [&](const GridProfile& grid) {
    const auto ends = grid.epsilon(target, digits, budget);
    if (ends.lo > lo) {
      lo = ends.lo;
      better = true;
    }
    if (ends.hi && *ends.hi < hi) {
      hi = *ends.hi;
      better = true;
    }
    return has_digits(lo, hi, first ? digits : std::min(digits, most_grid_digits));
  });
  if (first || better) {
    start.route = "grid";
    start.method =
        first ? "certified inversion of products on a grid" : start.method + ", narrowed by products on a grid";
  }
  start.lo = lo;
  start.hi = hi;
  start.reached = has_digits(lo, hi, digits);
  return start;
}

Outcome routed_epsilon(Profile& profile, const Mechanism& m, Direction direction, const Number& target, long digits,
                       const Budget& budget, Route route) {
  if (route == Route::grid && m.rate != Number(1)) return epsilon_by_grid(m, direction, target, digits, budget, {});
  if (may_be_dear(m, route)) {
    using Cost = Profile::Cost;
    const auto by_grid = [&](long wanted, const Budget& limit) {
      return epsilon_by_grid(m, direction, target, std::min(digits, wanted), limit, {});
    };
    Cost cost = profile.cost_of_epsilon(target, digits);
    const Cost least = cost >= Cost::dear ? profile.cost_of_epsilon(target, least_digits) : cost;
    if (least >= Cost::moderate && (cost >= Cost::dear || is_rare(m))) {
      const Budget first = budget.half();
      Outcome rough = by_grid(place_digits, first);
      const bool found = has_digits(rough.lo, rough.hi, place_digits);
      const Rational near = found ? (rough.lo + rough.hi) / 2 : Rational(0);
      const bool alone = profile.cost_of_epsilon(target, least_digits, near) == Cost::out_of_reach;
      cost = profile.cost_of_epsilon(target, digits, near);
      if (alone || cost >= Cost::dear) rough = by_grid(alone ? grid_digits : rough_digits, first);
      rough.reached = has_digits(rough.lo, rough.hi, digits);
      if (rough.reached || alone) return rough;
      Outcome fine = profile.epsilon(target, digits, near);
      if (fine.lo < rough.lo && rough.hi < fine.hi) return rough;
      fine.lo = std::max(fine.lo, rough.lo);
      fine.hi = std::min(fine.hi, rough.hi);
      fine.reached = has_digits(fine.lo, fine.hi, digits);
      return fine;
    }
  }
  Outcome o = profile.epsilon(target, digits);
  if (route == Route::automatic && !o.reached && m.rate != Number(1) && is_wide(o.lo, o.hi)) {
    o = epsilon_by_grid(m, direction, target, digits, budget, std::move(o));
  }
  return o;
}

Outcome one_epsilon(Profile& profile, const Mechanism& m, Direction direction, const Number& target, long digits,
                    const Budget& budget, Route route) {
  Outcome o = routed_epsilon(profile, m, direction, target, digits, budget, route);
  narrow_epsilon(o, m, direction, target, digits);
  return o;
}

Outcome larger(Outcome a, Outcome b, long digits) {
  Outcome o = a.lo >= b.lo ? a : b;
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

  Outcome delta(const Number& eps, Direction direction, long digits, Route route) {
    // At eps = 0 both directions are the total variation distance.
    const bool symmetric = m.rate == Number(1) || eps.sign() == 0 || is_symmetric(m.pair);
    const bool both = direction == Direction::both && !symmetric;
    const Direction first = direction == Direction::both ? Direction::remove : direction;
    Outcome o = one_delta(first == Direction::remove ? remove : add, m, first, eps, digits, budget, route);
    if (both) {
      const Proved other = route == Route::grid ? Proved{} : add.delta_near(eps, ln_of(o.lo) - 2);
      if (other.hi <= o.lo) {
        o.method += "; direction remove, the larger";
      } else {
        o = larger(o, one_delta(add, m, Direction::add, eps, digits, budget, route), digits);
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
Outcome with_few_first(long digits, const Evaluate& at) {
  constexpr long many = 40;
  constexpr long few = 16;
  if (digits <= many) return at(digits);
  Outcome first = at(few);
  Outcome all = at(digits);
  if (all.reached || all.lo > first.lo || all.hi < first.hi) return all;
  first.reached = false;
  first.shortfall = std::move(all.shortfall);
  return first;
}

Outcome epsilon_at(const EpsilonParameters& x, long digits, const Budget& budget, Route route);

}  // namespace

Outcome delta(const DeltaParameters& x, long digits, const Budget& budget, Route route) {
  const Mechanism m{x.rate, x.sigma, x.steps, x.pair};
  check("poisson-gaussian.delta", m);
  check_eps("poisson-gaussian.delta", x.eps);
  return with_few_first(digits, [&](long wanted) {
    return Profiles(m, budget, route == Route::automatic).delta(x.eps, x.direction, wanted, route);
  });
}

std::vector<Outcome> deltas(const Mechanism& m, Direction direction, const std::vector<Number>& thresholds, long digits,
                            const Budget& budget) {
  check("poisson-gaussian.delta", m);
  for (const Number& eps : thresholds) check_eps("poisson-gaussian.delta", eps);
  Profiles profiles(m, budget, true);
  std::vector<Outcome> all;
  for (const Number& eps : thresholds) all.push_back(profiles.delta(eps, direction, digits, Route::automatic));
  return all;
}

Outcome epsilon(const EpsilonParameters& x, long digits, const Budget& budget, Route route) {
  return with_few_first(digits, [&](long wanted) { return epsilon_at(x, wanted, budget, route); });
}

namespace {

// Whether the log ratio of this direction has a largest value.
bool has_largest(const Pair& pair, Direction direction) { return !pair.coupled && directed(pair, direction).up == 0; }

Outcome epsilon_at(const EpsilonParameters& x, long digits, const Budget& budget, Route route) {
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
    if (x.direction == Direction::both || m.rate == Number(1) || !has_largest(m.pair, x.direction)) {
      throw InputError(where, "delta", "0",
                       m.rate == Number(1) ? "positive: at rate 1 the log ratio has no bound"
                                           : "positive: only direction add has a finite epsilon at delta 0");
    }
    const Profile& bounded = x.direction == Direction::add ? add : remove;
    const Evaluation e = evaluate([&](long bits) { return bounded.largest(bits); }, digits,
                                  {.first_bits = 128 + 4 * digits, .last_bits = 1L << 15, .budget = budget});
    return {e.value.lower(), e.value.upper(), e.reached, e.value.bits(), "closed-form", "T ln(1/(1-q)), attained"};
  }
  if (x.delta == Number(1)) return {0, 0, true, 0, "closed-form", "delta = 1 asks for nothing"};
  Outcome o;
  if (x.direction != Direction::both || m.rate == Number(1) || is_symmetric(m.pair)) {
    const bool is_add = x.direction == Direction::add;
    o = one_epsilon(is_add ? add : remove, m, is_add ? Direction::add : Direction::remove, x.delta, digits, budget,
                    route);
  } else {
    o = one_epsilon(remove, m, Direction::remove, x.delta, digits, budget, route);
    // The larger is that of remove if add is already small enough at its end.
    bool settled = false;
    if (route != Route::grid) {
      const Proved other = add.delta_near(o.hi, log(x.delta.ball(64)).to_double_down() - 2);
      settled = less_equal(Ball(other.hi, 512), x.delta.ball(512)) == Truth::yes;
    }
    if (settled) {
      o.method += "; direction remove, the larger";
    } else {
      o = larger(o, one_epsilon(add, m, Direction::add, x.delta, digits, budget, route), digits);
    }
  }
  describe_shortfall(o, "epsilon", budget);
  return o;
}

// 1 - min((1-q)^(T up), e^eps (1-q)^(T down)), the larger of the directions asked for: 1 - (1-q)^T (zero-out, remove and
// both), 1 - e^eps (1-q)^T (add).
Ball told_by_taking_part(const SigmaParameters& x, long bits) {
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
  constexpr long most_steps = 1000;
  const auto rate = x.rate.rational();
  const auto delta = x.delta.rational();
  if (!is_usual(x.pair) || (x.direction == Direction::add && x.eps.sign() != 0)) return false;
  if (!rate || !delta || x.steps > most_steps || rate->height_bits() > most_steps) return false;
  return 1 - pow(1 - *rate, x.steps) <= *delta;
}

}  // namespace

Outcome sigma(const SigmaParameters& x, long digits, const Budget& budget) {
  constexpr std::string_view where = "poisson-gaussian.sigma";
  check(where, {x.rate, 1, x.steps, x.pair});
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
  check_eps(where, x.eps);
  if (x.delta.sign() <= 0 || less(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "positive and below 1");
  }
  const long bits = 256 + 8 * digits;
  const Ball goal = x.delta.ball(bits);
  // delta at sigma; +1: above the goal, -1: at most the goal, 0: not decided.
  const auto at = [&](const Rational& s, long effort, double& ln_value) {
    const Outcome o = delta({x.eps, x.rate, s, x.steps, x.direction, x.pair}, effort, budget, Route::laplace);
    ln_value = ln_of((o.lo + o.hi) / 2);
    if (less_equal(Ball(o.hi, bits), goal) == Truth::yes) return -1;
    return less(goal, Ball(o.lo, bits)) == Truth::yes ? 1 : 0;
  };
  Outcome best{.route = "laplace", .method = "certified inversion of poisson-gaussian.delta in sigma"};
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
  const double ln_goal = log(Ball(goal.centre(), 64)).to_double_up();
  std::optional<Rational> lo;
  std::optional<Rational> hi;
  double ln_lo = 0;
  double ln_hi = 0;
  // A bracket by factors of 2, then the secant of ln delta in ln sigma, then the ends.
  Rational s = 1;
  for (int i = 0; i < 120 && !(lo && hi) && !budget.expired(); ++i) {
    double value = 0;
    const int side = at(s, 6, value);
    if (side == 0) {
      s = s * Rational("1.01");
      continue;
    }
    (side > 0 ? lo : hi) = s;
    (side > 0 ? ln_lo : ln_hi) = value;
    s = side > 0 ? s * 2 : s / 2;
  }
  if (lo && hi) {
    const Rational asked = pow(Rational(10), -digits);
    for (int i = 0; i < 60 && *hi - *lo > asked * *lo && !budget.expired(); ++i) {
      const Rational gap = *hi - *lo;
      // A place inside from the chord; near its end the step is held open on the side that has not moved.
      double share = ln_lo > ln_hi ? (ln_lo - ln_goal) / (ln_lo - ln_hi) : 0.5;
      if (!(share > 0 && share < 1)) share = 0.5;
      const auto thousandths = static_cast<long>(std::floor(share * 1e15));
      const Rational chord =
          *lo + gap * Rational(std::clamp(thousandths, 1L, 999'999'999'999'999L)) / pow(Rational(10), 15);
      const Rational apart = i % 3 == 2 ? gap / 2 : gap / 64;
      bool moved = false;
      for (const Rational& place : {i % 3 == 2 ? (*lo + *hi) / 2 : chord + apart / 2, chord - apart / 2}) {
        if (place <= *lo || place >= *hi) continue;
        double value = 0;
        const int side = at(place, digits, value);
        if (side == 0) continue;
        (side > 0 ? lo : hi) = place;
        (side > 0 ? ln_lo : ln_hi) = value;
        moved = true;
      }
      if (!moved && gap < *lo * asked * 16) break;
    }
  }
  best.lo = lo ? *lo : Rational(0);
  best.hi = hi ? *hi : sigma_upper({x.rate, 1, x.steps, x.pair}, x.delta);
  best.reached = lo && hi && has_digits(*lo, *hi, digits);
  if (!best.reached) best.shortfall = "the search ended before the digits were there: more time or fewer digits";
  return best;
}

}  // namespace hallmark::poisson_gaussian
