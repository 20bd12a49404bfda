#include "bounds/composition/composition.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bounds/composition/routes.hpp"
#include "bounds/directions.hpp"
#include "bounds/phases_text.hpp"
#include "bounds/route.hpp"
#include "exact/convex_law.hpp"
#include "exact/error.hpp"

namespace hallmark::composition {
namespace {

std::vector<Direction> directions(const Groups& groups, const Ask& ask) {
  if (ask.direction == Direction::both && groups.symmetric) return {Direction::remove};
  return directions_of(ask.direction);
}

Enclosed larger(const std::vector<Enclosed>& found) {
  Enclosed r = found.front();
  for (const Enclosed& f : found) {
    if (f.lo > r.lo) r.lower_direction = Direction::add;
    r.lo = std::max(r.lo, f.lo);
    r.hi = std::max(r.hi, f.hi);
    r.reached = r.reached && f.reached;
    r.bits = std::max(r.bits, f.bits);
  }
  return r;
}

// Whether some phase is known by its convex law alone.
bool needs_convex(const Groups& groups) {
  return std::any_of(groups.phases.begin(), groups.phases.end(),
                     [](const Phase& p) { return p.ratio_law && !p.atoms && !p.lattice; });
}

using routes::Applies;
using routes::Cost;
using routes::Wanted;

// What is asked in one direction: delta at an eps, or epsilon at a delta.
struct Asking {
  Wanted wanted;
  const Groups& groups;
  Direction direction;
  const Number& at;
  const Ask& ask;
  OneRoundEpsilon by_one_round;  // the ends known beforehand
};
using Row = routes::Route<Asking, Enclosed>;
using State = routes::SoFar<Enclosed>;

template <Cost cost>
constexpr auto costs = routes::always<cost, Asking>;

// The route to delta and the route to epsilon, one row.
template <auto delta_route, auto epsilon_route>
std::optional<Enclosed> by(const State& /*so_far*/, const Asking& q, const Budget& budget) {
  const auto route = q.wanted == Wanted::delta ? delta_route : epsilon_route;
  Ask ask = q.ask;
  ask.budget = budget;
  return route(q.groups, q.direction, q.at, ask);
}

Applies always_applies(const Asking& /*q*/, const State& /*so_far*/) { return routes::applies; }

// Products that are listed have the digits that there are.
constexpr std::string_view listed_already = "the products of ratios are listed";
bool is_listed(const State& so_far) { return so_far.trail.gave("few") || so_far.trail.gave("atoms"); }

Applies atoms_apply(const Asking& q, const State& /*so_far*/) {
  if (!is_pair_of_lists(q.groups)) {
    return routes::skipped("asked for exactly two rounds of finite mechanisms only");
  }
  return routes::applies;
}

// Rounds of truncated powers have a closed form; of several mechanisms while they are few.

Applies closed_form_applies(const Asking& q, const State& so_far) {
  if (is_listed(so_far)) return routes::skipped(listed_already);
  std::vector<slong> rounds;
  for (const Phase& phase : q.groups.phases) {
    if (!phase.powers || !q.groups.gaussian.empty()) return routes::skipped("these rounds have no closed form");
    rounds.push_back(phase.rounds);
  }
  const bool few = rounds.size() == 1 ? rounds.front() <= basic::most_spline_rounds
                                      : basic::spline_terms(rounds) <= basic::most_spline_terms;
  return few ? routes::applies : routes::skipped("the closed form of so many rounds takes too long");
}

// A grid stands in where the closed form of several mechanisms takes too long.
routes::Share share_of_closed_form(const Asking& q, const State& /*so_far*/) {
  return q.groups.phases.size() == 1 ? routes::Share::all : routes::Share::half;
}

std::optional<Enclosed> by_closed_form(const State& /*so_far*/, const Asking& q, const Budget& budget) {
  if (budget.expired()) return std::nullopt;
  const slong rounds = q.groups.rounds;
  const auto curve = [&](const Number& eps, slong bits) {
    std::vector<basic::SplineRounds> kinds;
    for (const Phase& phase : q.groups.phases) kinds.push_back({phase.powers(bits + 4 * rounds + 128), phase.rounds});
    return basic::spline_delta(kinds, basic::threshold(eps, 2 * bits + 4 * rounds + 64), bits, budget);
  };
  const slong bits = bits_of(q.ask.digits) + 64;
  Enclosed found;
  if (q.wanted == Wanted::epsilon) {
    found = invert(curve, q.at, largest_epsilon(q.groups, q.at), q.ask.digits, bits, budget);
  } else {
    const Evaluation e = evaluate([&](slong b) { return curve(q.at, b).value; }, q.ask.digits,
                                  {.first_bits = bits, .last_bits = slong{1} << 14, .budget = budget});
    found = {.lo = std::max(e.value.lower(), Rational(0)),
             .hi = std::min(e.value.upper(), Rational(1)),
             .reached = e.reached,
             .bits = e.value.bits()};
  }
  found.route = "closed form";
  found.method = fmt::format("closed form of the rounds of {}",
                             q.groups.phases.size() == 1 ? "one mechanism" : "several mechanisms");
  return found;
}

Applies contour_applies(const Asking& /*q*/, const State& so_far) {
  return is_listed(so_far) ? routes::skipped(listed_already) : routes::applies;
}

// Convex laws or a grid stand in for a contour that takes too long.
routes::Share share_of_contour(const Asking& q, const State& /*so_far*/) {
  return q.ask.route.empty() ? routes::Share::most : routes::Share::all;
}

Applies convex_applies(const Asking& q, const State& so_far) {
  if (is_listed(so_far)) return routes::skipped(listed_already);
  if (q.ask.route == "convex" || (q.ask.route.empty() && needs_convex(q.groups))) return routes::applies;
  return routes::skipped("every phase has a law on a grid, which is narrower");
}

Applies lattice_applies(const Asking& q, const State& so_far) {
  if (is_listed(so_far)) return routes::skipped(listed_already);
  if (needs_convex(q.groups)) {
    return routes::skipped(
        "asked for phases that all have outcomes or a law on a grid: the route convex takes the others");
  }
  if (q.ask.route == "convex") return routes::skipped("convex laws are asked for");
  if (so_far.trail.gave("contour")) return routes::skipped("a contour gives more digits than a grid");
  return routes::applies;
}

// Where the others stop short.
std::optional<Enclosed> by_one_round(const State& so_far, const Asking& q, const Budget& /*none is needed*/) {
  if (!so_far.answer) return std::nullopt;
  Enclosed found = *so_far.answer;
  routes::meet(found.lo, found.hi, q.by_one_round.lo, q.by_one_round.hi.value_or(found.hi));
  found.reached = has_digits(found.lo, found.hi, q.ask.digits);
  return found;
}

constexpr std::string_view of_a_contour =
    "asked for phases that all have a transform, one of them decaying (Gaussian or Poisson batches, sampled Laplace "
    "noise), or up to 8 digits of many rounds, and a budget that reaches so far";

constexpr std::array<Row, 7> table{{
    {.name = "few",
     .applies = always_applies,
     .cost = costs<Cost::immediate>,
     .improve = by<delta_of_few, epsilon_of_few>},
    {.name = "atoms", .applies = atoms_apply, .cost = costs<Cost::small>, .improve = by<delta_of_two, epsilon_of_two>},
    {.name = "closed form",
     .applies = closed_form_applies,
     .cost = costs<Cost::small>,
     .improve = by_closed_form,
     .share = share_of_closed_form},
    {.name = "contour",
     .applies = contour_applies,
     .cost = costs<Cost::moderate>,
     .improve = by<delta_on_line, epsilon_on_line>,
     .share = share_of_contour,
     .refusal = of_a_contour},
    {.name = "convex",
     .applies = convex_applies,
     .cost = costs<Cost::costly>,
     .improve = by<delta_by_convex_laws, epsilon_by_convex_laws>},
    {.name = "lattice",
     .applies = lattice_applies,
     .cost = costs<Cost::costly>,
     .improve = by<delta_on_lattice, epsilon_on_lattice>,
     .alongside = true},  // lists that are asked for may be too long
    {.name = "one round",
     .applies = always_applies,
     .cost = costs<Cost::last>,
     .improve = by_one_round,
     .alongside = true},
}};

routes::Asked asked(const Ask& ask) { return {"composition", ask.route, ask.digits, ask.budget}; }

void check_route(const Ask& ask, const Groups& groups) {
  routes::check(table, {Wanted::delta, groups, ask.direction, 0, ask, {}}, asked(ask));
}

constexpr slong few_digits = 3;

// What the routes give in one direction.
Enclosed in_one_direction(Wanted wanted, const Groups& groups, Direction direction, const Number& at, const Ask& ask) {
  // What one round proves takes little time; where it does not, most of the time is for the rounds.
  const Budget share = ask.budget.first(1, 4);
  Asking q{wanted, groups, direction, at, ask, {}};
  if (wanted == Wanted::delta) {
    const RationalEnds ends = delta_by_one_round(groups, direction, at, share);
    q.by_one_round = {
        ends.lo, std::min({ends.hi, delta_of_dominating(groups, at), delta_by_moments(groups, direction, at, share)})};
  } else {
    q.by_one_round = epsilon_by_one_round(groups, direction, at, share);
    const auto by_moments = epsilon_by_moments(groups, direction, at, share);
    if (by_moments && (!q.by_one_round.hi || *by_moments < *q.by_one_round.hi)) q.by_one_round.hi = by_moments;
  }
  State state = routes::take(table, q, asked(ask));
  require(state.answer.has_value(), "some route of a composition gives an answer");
  return *std::move(state.answer);
}

// The larger of what the routes give in the directions asked for.
Enclosed over_directions(Wanted wanted, const Groups& groups, const Number& at, const Ask& ask) {
  std::vector<Enclosed> found;
  const std::vector<Direction> all = directions(groups, ask);
  for (Direction direction : all) {
    Ask in_time = ask;
    if (found.size() + 1 < all.size()) in_time.budget = ask.budget.first(2, 3);
    // A direction that is proved to be the smaller one needs no more digits.
    if (!found.empty() && ask.digits > few_digits && ask.route.empty()) {
      Ask rough = in_time;
      rough.digits = few_digits;
      rough.default_effort = false;
      rough.budget = in_time.budget.half();
      Enclosed less = in_one_direction(wanted, groups, direction, at, rough);
      if (less.hi <= found.front().lo) {
        less.reached = true;
        found.push_back(std::move(less));
        continue;
      }
    }
    found.push_back(in_one_direction(wanted, groups, direction, at, in_time));
  }
  return larger(found);
}

}  // namespace

bool is_upper(const std::vector<Phase>& phases) {
  return std::any_of(phases.begin(), phases.end(), [](const Phase& p) { return p.upper; });
}

Enclosed delta(const std::vector<Phase>& phases, const Number& eps, const Ask& ask) {
  const Groups groups = group(phases);
  check_route(ask, groups);
  if (beyond(in_direction(groups, ask.direction), eps)) {
    return {
        .lo = 0, .hi = 0, .reached = true, .method = "exactly 0: eps is at least the sum of the largest log ratios"};
  }

  if (groups.phases.empty() && ask.route.empty()) {
    return delta_of_gaussians(groups, eps, ask);
  }
  return over_directions(Wanted::delta, groups, eps, ask);
}

Enclosed epsilon(const std::vector<Phase>& phases, const Number& target, const Ask& ask) {
  const Groups groups = in_direction(group(phases), ask.direction);
  check_route(ask, groups);
  check_target(groups, target);
  constexpr slong bits = 512;
  if (target.sign() == 0) {
    const auto most = limit(groups, bits);
    const Rational lo = most->exact ? *most->exact : most->ball.lower();
    const Rational hi = most->exact ? *most->exact : most->ball.upper();
    return {.lo = lo,
            .hi = hi,
            .reached = has_digits(lo, hi, ask.digits),
            .bits = bits,
            .method = "the sum of the largest log ratios"};
  }
  if (groups.phases.empty() && ask.route.empty()) {
    return epsilon_of_gaussians(groups, target, ask);
  }
  return over_directions(Wanted::epsilon, groups, target, ask);
}

}  // namespace hallmark::composition
