#include "bounds/batch/poisson_routes.hpp"

#include <algorithm>
#include <array>
#include <chrono>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "bounds/batch/poisson_grid.hpp"
#include "bounds/batch/poisson_rare.hpp"
#include "bounds/batch/poisson_renyi.hpp"
#include "bounds/route.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::poisson_gaussian {

double ln_of(const Rational& x) { return x.sign() <= 0 ? -1e4 : std::max(-1e6, log(Ball(x, 64)).to_double_up()); }

namespace {

using routes::Applies;
using routes::Wanted;
using TableCost = Profile::Cost;

// The digits that a grid is asked for: to find the place, before a costly table, in place of one, after a table that was
// not enough; and the fewest for which a table is built.
constexpr slong place_digits = 2;
constexpr slong rough_digits = 4;
constexpr slong grid_digits = 5;
constexpr slong most_grid_digits = 7;
constexpr slong least_digits = 6;

// What a table costs that gives the digits, and the least one worth building.
struct Tables {
  TableCost asked = TableCost::small;
  TableCost least = TableCost::small;
};

// What is asked of one direction.
struct Asking {
  Wanted wanted;
  Profile& profile;
  const Mechanism& m;
  Direction direction;
  const Number& at;  // eps, or the delta of an epsilon
  slong digits;
  Route route;
  // Proposals, found once or by one route for the next; near: about where epsilon is.
  mutable std::optional<Tables> found_tables = {};
  mutable Rational near = 0;

  [[nodiscard]] const Tables& tables() const {
    if (!found_tables) found_tables = find_tables();
    return *found_tables;
  }

 private:
  [[nodiscard]] TableCost cost(slong wanted_digits) const {
    return wanted == Wanted::delta ? profile.cost_of_delta(at, wanted_digits)
                                   : profile.cost_of_epsilon(at, wanted_digits, near);
  }
  [[nodiscard]] Tables find_tables() const;
};

DeltaParameters parameters_at(const Asking& q, const Number& eps, slong steps) {
  return {eps, q.m.rate, q.m.sigma, steps, q.direction, q.m.pair};
}

bool is_single(const Mechanism& m) { return m.rate == Number(1) || m.steps == 1; }

Tables Asking::find_tables() const {
  if (route != Route::automatic || is_single(m)) return {};
  if (wanted == Wanted::delta) {
    const Ball simple = elementary(parameters_at(*this, at, m.steps), 128 + 4 * digits);
    if (simple.is_finite() && has_digits(simple.lower(), simple.upper(), digits)) return {};
  }
  const TableCost all = cost(digits);
  return {all, all >= TableCost::costly ? cost(least_digits) : all};
}

using Row = routes::Route<Asking, Enclosed>;
using State = routes::SoFar<Enclosed>;

// Whether a record hardly ever takes part: the saddle point is then no proposal.
bool is_rare(const Mechanism& m) { return less(m.rate.ball(64) * m.steps, Rational("1/2")) == Truth::yes; }

// A grid finds the size of delta, and often enough digits, for less than a costly table does.
routes::Cost cost_of_table(const Asking& q) {
  if (q.tables().least == TableCost::small) return routes::Cost::small;
  return q.tables().asked == TableCost::moderate ? routes::Cost::moderate : routes::Cost::costly;
}

routes::Cost cost_of_grid(const Asking& q) { return is_rare(q.m) ? routes::Cost::small : routes::Cost::moderate; }

// Whether a route was taken before the table, for what it costs.
bool is_before(const Asking& q, const State& so_far) { return q.route == Route::automatic && !so_far.answer; }

// Until a table, or what stands in for it, is done.
routes::Share half_before(const Asking& q, const State& so_far) {
  return is_before(q, so_far) ? routes::Share::half : routes::Share::all;
}

// Closed forms.

Applies closed_forms_apply(const Asking& q, const State& /*so_far*/) {
  if (q.route == Route::grid && q.m.rate != Number(1) && q.m.steps == 1) return routes::skipped("a grid is asked for");
  if (q.wanted == Wanted::epsilon && !is_single(q.m)) return routes::skipped("several steps have no closed form");
  return routes::applies;
}

std::optional<Enclosed> by_closed_forms(const State& /*so_far*/, const Asking& q, const Budget& /*the profile's*/) {
  if (q.wanted == Wanted::delta) return q.profile.exact(q.at, q.digits);
  return q.profile.epsilon(q.at, q.digits);
}

// The Laplace table.

Applies table_applies(const Asking& q, const State& so_far) {
  if (so_far.trail.gave("closed-form")) return routes::skipped("a closed form holds");
  if (so_far.answer && q.tables().least == TableCost::out_of_reach) {
    return routes::skipped("a table of six digits would take minutes, or much memory");
  }
  return routes::applies;
}

std::optional<Enclosed> by_table(const State& so_far, const Asking& q, const Budget& /*the profile's*/) {
  if (q.wanted == Wanted::delta) {
    const Proved known = so_far.answer ? Proved{so_far.answer->lo, so_far.answer->hi} : Proved{};
    Enclosed fine = q.profile.delta(q.at, q.digits, known);
    if (so_far.answer && fine.lo == known.lo && fine.hi == known.hi) return std::nullopt;
    return fine;
  }
  Enclosed fine = q.profile.epsilon(q.at, q.digits, q.near);
  if (so_far.answer && fine.lo < so_far.answer->lo && so_far.answer->hi < fine.hi) return std::nullopt;
  return fine;
}

// Large outcomes apart, of a record that rarely takes part.

Applies cut_applies(const Asking& q, const State& so_far) {
  if (!is_usual(q.m.pair) || !is_rare(q.m)) return routes::skipped("a record takes part too often");
  if (is_single(q.m) || so_far.trail.gave("closed-form")) return routes::skipped("a closed form holds");
  return routes::applies;
}

// With the place of epsilon known costs are others.
void note_place(const Asking& q, const Rational& near) {
  q.near = near;
  q.found_tables =
      Tables{q.profile.cost_of_epsilon(q.at, q.digits, near), q.profile.cost_of_epsilon(q.at, least_digits, near)};
}

std::optional<Enclosed> by_cut(const State& /*so_far*/, const Asking& q, const Budget& budget) {
  if (q.wanted == Wanted::delta) return delta_by_cut(q.m, q.direction, q.at, q.digits, budget);
  std::optional<double> near;
  auto o = epsilon_by_cut(q.m, q.direction, q.at, q.digits, budget, &near);
  if (o || !near) return o;
  if (*near == 0) return q.profile.zero(q.at, q.digits);
  constexpr int kept = 40;
  note_place(q, short_dyadic(*near, kept));
  return std::nullopt;
}

// What random allocation tells of a record that hardly ever takes part.

Applies one_batch_applies(const Asking& q, const State& so_far) {
  if (q.wanted == Wanted::epsilon || !is_very_rare(q.m)) return routes::skipped("a record takes part too often");
  if (so_far.answer) return routes::skipped("a table, or a closed form, is cheaper");
  return routes::applies;
}

// The digits that are enough before a table of delta.
slong digits_before(const Asking& q) {
  const Tables& t = q.tables();
  return std::min(q.digits, t.least == TableCost::out_of_reach ? grid_digits
                            : t.asked >= TableCost::costly     ? rough_digits
                                                               : place_digits);
}

std::optional<Enclosed> by_one_batch(const State& /*so_far*/, const Asking& q, const Budget& budget) {
  const auto value = rare_delta(parameters_at(q, q.at, q.m.steps), q.digits, budget);
  if (!value || !value->is_finite()) return std::nullopt;
  Enclosed o;
  o.lo = std::max(value->lower(), Rational(0));
  o.hi = std::min(value->upper(), Rational(1));
  if (!has_digits(o.lo, o.hi, digits_before(q))) return std::nullopt;
  o.reached = has_digits(o.lo, o.hi, q.digits);
  o.bits = value->bits();
  o.route = "closed-form";
  o.method = "a record in one batch, by inversion of random allocation; in more, bounded";
  return o;
}

// The grid.

// Whether a grid can still narrow this: it gives four to seven digits.
bool is_wide(const Rational& lo, const Rational& hi) { return !has_digits(lo, hi, 4); }

Applies grid_applies(const Asking& q, const State& so_far) {
  if (q.m.rate == Number(1)) return routes::skipped("rate 1 has a closed form");
  if (q.route == Route::grid) return routes::applies;
  if (!so_far.answer) {
    const bool is_placed = q.wanted == Wanted::epsilon && q.near.sign() > 0 && q.tables().asked < TableCost::costly;
    return is_placed ? routes::skipped("the place is known, and a table there is not costly") : routes::applies;
  }
  if (so_far.trail.gave("one batch")) return routes::skipped("one batch tells the size");
  const Rational least = q.wanted == Wanted::delta ? pow(Rational(10), -400) : Rational(-1);
  if (!is_wide(so_far.answer->lo, so_far.answer->hi) || so_far.answer->hi <= least) {
    return routes::skipped("a grid has no more digits");
  }
  return routes::applies;
}

// Grid laws of 2^11, 2^12, ... points until `done` or the limit; at most about the budget.
template <typename Use>
void refine(const Asking& q, double ln_smallest, const Budget& budget, const Use& done) {
  for (slong points = fewest_points; !budget.expired(); points = std::min(points * 4, most_points)) {
    const auto grid = GridProfile::build(q.m, q.direction, points, ln_smallest, budget);
    if (!grid || done(*grid) || points == most_points) return;
  }
}

// delta on grids until `wanted` digits are there; of a start that is narrowed.
Enclosed delta_on_grids(const Asking& q, slong wanted, const Budget& budget, const std::optional<Enclosed>& start) {
  Enclosed o = start.value_or(Enclosed{});
  Proved p{o.lo, o.hi};
  refine(q, ln_of(o.hi) - 8, budget, [&](const GridProfile& grid) {
    const auto value = grid.delta(q.at);
    p.meet(value.lo, value.hi);
    return has_digits(p.lo, p.hi, wanted);
  });
  if (!start || p.lo != o.lo || p.hi != o.hi) {
    o.route = "grid";
    o.method = start ? o.method + ", narrowed by products on a grid" : "products on a grid";
  }
  o.lo = p.lo;
  o.hi = p.hi;
  o.reached = has_digits(p.lo, p.hi, q.digits);
  return o;
}

Enclosed epsilon_on_grids(const Asking& q, slong wanted, const Budget& budget, const std::optional<Enclosed>& start) {
  Enclosed o = start.value_or(Enclosed{});
  if (!start) o.hi = epsilon_upper(q.m, q.at);
  if (const auto most = q.profile.zero_from()) o.hi = std::min(o.hi, *most);
  bool better = false;
  refine(q, log(q.at.ball(64)).to_double_down(), budget, [&](const GridProfile& grid) {
    const auto ends = grid.epsilon(q.at, start ? q.digits : wanted, budget);
    better = routes::meet(o.lo, o.hi, ends.lo, ends.hi.value_or(o.hi)) || better;
    return has_digits(o.lo, o.hi, wanted);
  });
  if (!start || better) {
    o.route = "grid";
    o.method = start ? o.method + ", narrowed by products on a grid" : "certified inversion of products on a grid";
  }
  o.reached = has_digits(o.lo, o.hi, q.digits);
  return o;
}

// Before a table of epsilon: the place, and where a table there is costly a little more.
Enclosed place_of_epsilon(const Asking& q, const Budget& budget) {
  Enclosed rough = epsilon_on_grids(q, std::min(q.digits, place_digits), budget, {});
  note_place(q, has_digits(rough.lo, rough.hi, place_digits) ? (rough.lo + rough.hi) / 2 : q.near);
  const bool alone = q.tables().least == TableCost::out_of_reach;
  if (!alone && q.tables().asked < TableCost::costly) return rough;
  return epsilon_on_grids(q, std::min(q.digits, alone ? grid_digits : rough_digits), budget, {});
}

std::optional<Enclosed> by_grid(const State& so_far, const Asking& q, const Budget& budget) {
  const bool first = is_before(q, so_far);
  if (q.wanted == Wanted::epsilon && first) return place_of_epsilon(q, budget);
  const slong wanted = first                    ? digits_before(q)
                       : q.route == Route::grid ? q.digits
                                                : std::min(q.digits, most_grid_digits);
  const std::optional<Enclosed> start = q.route == Route::grid ? std::nullopt : so_far.answer;
  return q.wanted == Wanted::delta ? delta_on_grids(q, wanted, budget, start)
                                   : epsilon_on_grids(q, wanted, budget, start);
}

// What is cheap and proved stands in where the others stop short: beyond the time by this much at most.

Budget extra(const Budget& budget) { return budget.beyond(std::chrono::milliseconds(250), 2'000); }

constexpr renyi::Orders cheap_orders{2, 256};

Applies one_step_applies(const Asking& q, const State& so_far) {
  if (!so_far.answer) return routes::skipped("nothing is to be narrowed");
  if (q.wanted == Wanted::epsilon && !is_usual(q.m.pair)) return routes::skipped("it is of the usual pair alone");
  return routes::applies;
}

// delta_1(eps) <= delta <= 1 - (1 - delta_1(eps/T))^T of the T steps, and a Renyi divergence, which is known of the usual
// pair alone.
std::optional<Enclosed> delta_by_one_step(const State& so_far, const Asking& q, const Budget& budget) {
  constexpr slong bits = 128;
  Enclosed o = *so_far.answer;
  bool better = false;
  const Ball least = one_step(parameters_at(q, q.at, 1), bits);
  if (least.is_finite()) better = routes::meet(o.lo, o.hi, least.lower(), o.hi) || better;
  if (q.at.sign() >= 0) {
    const Number share(Ball(q.at.ball(bits).lower() / q.m.steps, bits).lower());
    const Ball one = one_step(parameters_at(q, share, 1), bits);
    const Ball all = -expm1(log1p(-one) * q.m.steps);
    if (all.is_finite()) better = routes::meet(o.lo, o.hi, o.lo, all.upper()) || better;
    if (is_usual(q.m.pair)) {
      const auto renyi =
          poisson_renyi::delta_upper({q.m.sigma, q.m.rate, q.m.steps}, q.at, usual_direction(q.m.pair, q.direction),
                                     poisson_renyi::Grid::integers, cheap_orders, 4, extra(budget));
      if (renyi.value.is_finite()) better = routes::meet(o.lo, o.hi, o.lo, renyi.value.upper()) || better;
    }
  }
  if (!better) return std::nullopt;
  o.method += is_usual(q.m.pair) ? ", narrowed by one step and Renyi divergences" : ", narrowed by one step";
  o.reached = has_digits(o.lo, o.hi, q.digits);
  return o;
}

std::optional<Enclosed> by_one_step(const State& so_far, const Asking& q, const Budget& budget) {
  if (q.wanted == Wanted::delta) return delta_by_one_step(so_far, q, budget);
  Enclosed o = *so_far.answer;
  const auto renyi =
      poisson_renyi::epsilon_upper({q.m.sigma, q.m.rate, q.m.steps}, q.at, usual_direction(q.m.pair, q.direction),
                                   poisson_renyi::Grid::integers, cheap_orders, 4, extra(budget));
  if (!renyi.value.is_finite() || !routes::meet(o.lo, o.hi, o.lo, renyi.value.upper())) return std::nullopt;
  o.method += "; upper end: Renyi divergence";
  o.reached = has_digits(o.lo, o.hi, q.digits);
  return o;
}

constexpr std::array<Row, 6> table{{
    {.name = "closed-form",
     .applies = closed_forms_apply,
     .cost = routes::always<routes::Cost::immediate, Asking>,
     .improve = by_closed_forms,
     .alongside = true},
    {.name = "cut",
     .applies = cut_applies,
     .cost = routes::always<routes::Cost::immediate, Asking>,
     .improve = by_cut,
     .share = half_before},
    {.name = "laplace", .applies = table_applies, .cost = cost_of_table, .improve = by_table},
    {.name = "one batch",
     .applies = one_batch_applies,
     .cost = cost_of_grid,
     .improve = by_one_batch,
     .share = half_before},
    {.name = "grid", .applies = grid_applies, .cost = cost_of_grid, .improve = by_grid, .share = half_before},
    {.name = "one step",
     .applies = one_step_applies,
     .cost = routes::always<routes::Cost::last, Asking>,
     .improve = by_one_step,
     .alongside = true},
}};

Enclosed taken(const Asking& q, const Budget& budget) {
  const State found =
      routes::take(table, q, {"poisson-gaussian", to_string(q.route), q.digits, budget}, std::optional<Enclosed>());
  require(found.answer.has_value(), "some route of Poisson batches gives an answer");
  return *found.answer;
}

}  // namespace

Enclosed delta_by_routes(Profile& profile, const Mechanism& mechanism, Direction direction, const Number& eps,
                         slong digits, const Budget& budget, Route route) {
  return taken({Wanted::delta, profile, mechanism, direction, eps, digits, route}, budget);
}

Enclosed epsilon_by_routes(Profile& profile, const Mechanism& mechanism, Direction direction, const Number& target,
                           slong digits, const Budget& budget, Route route) {
  return taken({Wanted::epsilon, profile, mechanism, direction, target, digits, route}, budget);
}

}  // namespace hallmark::poisson_gaussian
