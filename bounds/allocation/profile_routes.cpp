#include "bounds/allocation/profile_routes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "bounds/allocation/allocation.hpp"
#include "bounds/allocation/few_steps.hpp"
#include "bounds/allocation/many_epochs.hpp"
#include "bounds/allocation/one_jump.hpp"
#include "bounds/allocation/product_bound.hpp"
#include "bounds/allocation/renyi_conversion.hpp"
#include "bounds/allocation/score_events.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/route.hpp"
#include "bounds/rows.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

using routes::Applies;
using routes::Cost;
using routes::Wanted;

constexpr slong most_convex_digits = 12;
constexpr slong default_delta_digits = 4;  // of convex laws, where a digit costs a factor of ten
constexpr slong default_epsilon_digits = 5;
constexpr slong rough_digits = 2;  // of the first bracket of several epochs
constexpr slong most_convex_epochs = 1'000'000'000'000;
constexpr std::string_view only_closed_forms =
    "at so many steps or epochs closed forms and Renyi divergences are all there is: fewer digits, steps or epochs";
constexpr std::string_view share_ended =
    "the inversion of the transform used up its share of the time limit: more time or fewer digits";

// What is asked in one direction.
struct Asking {
  Wanted wanted;
  ProfileParameters p;
  const Number& at;  // eps, or the delta of an epsilon
  const Request& request;
  const Budget& budget;
  ProfileTables* shared = nullptr;
  Rational floor = -1;  // a number that is at most this may be any such number
  // An epsilon: its delta where that is a rational; else a little less, good for the upper end only.
  std::optional<Rational> rational = at.rational();
  Rational target = wanted == Wanted::delta ? Rational(0) : rational ? *rational : at.ball(256).lower();
  // Told by one route to the next: whether the inversion's share of the time ended, whether a second contour was taken,
  // whether convex laws gave what they can.
  mutable bool cut = false;
  mutable bool crossed = false;
  mutable bool laws_gave_all = false;
  // About what finer convex laws of several selected steps could give.
  mutable std::optional<RationalEnds> finer = {};

  template <typename Table>
  [[nodiscard]] Table* kept(Table ProfileTables::*member) const {
    return shared == nullptr ? nullptr : &(shared->*member);
  }
};
using TableRow = routes::Route<Asking, Answer>;
using State = routes::SoFar<Answer>;

template <Cost cost>
constexpr auto costs = routes::always<cost, Asking>;

// selected * epochs, up to the limit + 1.
slong rounds_of(const Asking& q) {
  const Rational all = Rational(q.p.selected) * q.p.epochs;
  return all > Rational(most_convex_epochs) ? most_convex_epochs + 1 : all.to_long();
}

SpectralParameters one_epoch(const Asking& q) { return {q.p.sigma, q.p.steps, q.p.direction}; }

// Convex laws have room for so many steps and epochs.
bool has_convex_law(const Asking& q) { return q.p.steps <= most_convex_epochs && rounds_of(q) <= most_convex_epochs; }

// Whether epochs are so many that no other route ends, or has room in its numbers.
bool is_beyond_others(const Asking& q) {
  constexpr slong most_others = 10'000'000;
  return q.p.epochs > most_others;
}

bool is_all_there_is(const Asking& q) { return is_beyond_others(q) || !has_convex_law(q); }

bool is_delta_one(const Asking& q) { return q.wanted == Wanted::epsilon && less(q.at, 1) != Truth::yes; }

// Much noise and few steps: the transform on every contour is so small that convex laws are there far sooner.
bool is_slow(const Asking& q) {
  constexpr double much = 64;
  constexpr double few = 16;
  const double s = roughly(1 / q.p.sigma.ball(64));
  return s * much < 1 && static_cast<double>(q.p.steps) * s * s < few;
}

// Whether the inversion of one transform answers.
bool has_transform(const Asking& q) {
  const std::string& route = q.request.route;
  return q.p.selected == 1 && q.p.epochs == 1 && route != "convex" && (route == "laplace" || !is_slow(q)) &&
         !is_delta_one(q);
}

// A route leaves time for the others, unless one was asked for.
routes::Share first_share(const Asking& q, const State& /*so_far*/) {
  return q.request.route.empty() ? routes::Share::half : routes::Share::all;
}

bool is_below_floor(const Answer& a, const Asking& q) { return a.hi <= q.floor; }

// Narrows the answer and names the method.
void narrow(Answer& a, const Rational& lo, const Rational& hi, std::string_view method) {
  routes::meet(a.lo, a.hi, lo, hi);
  a.method += a.method.empty() ? std::string(method) : fmt::format("; {}", method);
}

// Only where it moves an end: whether it does.
bool improve(Answer& a, const Rational& lo, const Rational& hi, std::string_view method) {
  if (lo <= a.lo && hi >= a.hi) return false;
  narrow(a, lo, hi, method);
  return true;
}

// Whether nothing more is to be asked: a closed form holds, or the inversion that was asked for, or both of them, gave
// what it has.
bool is_settled(const Asking& q, const State& so_far) {
  if (so_far.trail.gave("closed-form")) return true;
  if (so_far.trail.gave("few-steps") && so_far.answer->reached) return true;
  const bool inverted = so_far.trail.gave("laplace") || so_far.trail.gave("moments");
  return inverted && (q.crossed || q.request.route == "laplace");
}

// A route's own conditions, where something is still to be asked.
template <Applies (*own)(const Asking& q, const State& so_far)>
Applies unless_settled(const Asking& q, const State& so_far) {
  return is_settled(q, so_far) ? routes::skipped("a closed form holds, or the route asked for has answered")
                               : own(q, so_far);
}

Applies whenever(const Asking& /*q*/, const State& /*so_far*/) { return routes::applies; }

// Every step is selected.

Applies closed_form_applies(const Asking& q, const State& /*so_far*/) {
  const bool all = q.p.selected == q.p.steps && rounds_of(q) <= most_convex_epochs;
  return all ? routes::applies : routes::skipped("some steps are left out");
}

std::optional<Answer> by_closed_form(const State& /*so_far*/, const Asking& q, const Budget& budget) {
  const slong rounds = rounds_of(q);
  if (q.wanted == Wanted::epsilon) {
    return rows::from_inversion(gaussian::epsilon({q.p.sigma, q.at, rounds}, q.request.digits, budget),
                                "every step selected: certified inversion of a closed form");
  }
  return rows::from_balls(
      [&](slong bits) {
        return gaussian::delta({q.p.sigma, q.at, rounds}, bits);
      },
      q.request, "every step selected: closed form with erfc");
}

// A few steps, several of them selected.

Applies few_steps_apply(const Asking& q, const State& /*so_far*/) {
  // What the digits of a number of moderate size ask for, of an epsilon at its delta.
  constexpr double digit = 2.4;
  const double most_nodes = q.wanted == Wanted::epsilon ? 60'000 : 250'000;  // an epsilon takes some values of delta
  const double size = q.wanted == Wanted::epsilon ? steady::log(roughly(q.at.ball(64))) : 0;
  const double least_error = size - digit * static_cast<double>(q.request.digits) - 8;
  const bool several = q.p.selected > 1 && q.p.selected < q.p.steps && q.p.epochs == 1;
  if (!several) return routes::skipped("not several selected steps of one epoch, or every step");
  if (!q.request.route.empty()) return routes::skipped("another route is asked for");
  const bool few = q.p.steps <= most_few_steps && !is_delta_one(q) &&
                   few_steps_rule({q.p.sigma, q.p.steps, q.p.selected}, least_error, most_nodes).has_value();
  return few ? routes::applies : routes::skipped("a quadrature of so many steps has too many nodes");
}

std::optional<Answer> by_few_steps(const State& so_far, const Asking& q, const Budget& budget) {
  constexpr std::string_view method = "quadrature over the differences of the steps";
  const slong digits = q.request.digits;
  Answer a = so_far.answer ? *so_far.answer : Answer();
  if (q.wanted == Wanted::epsilon) {
    const Inversion i = few_steps_epsilon(q.p, q.at, digits, budget);
    narrow(a, i.bracket.lo, i.bracket.hi, method);
    a.bits = i.bits;
  } else {
    const Ball value = few_steps_delta(q.p, q.at, bits_of_few_steps(digits), budget);
    narrow(a, value.lower(), value.upper(), method);
    a.bits = value.bits();
  }
  a.reached = has_digits(a.lo, a.hi, digits);
  return a;
}

// Valid, loose ends: of a delta [0, 1], of an epsilon every step in every round.
std::optional<Answer> by_every_step(const State& /*so_far*/, const Asking& q, const Budget& /*none is needed*/) {
  Answer a;
  a.lo = 0;
  a.hi = 1;
  if (q.wanted == Wanted::epsilon) {
    a.hi = has_convex_law(q) ? gaussian::epsilon({q.p.sigma, q.at, rounds_of(q)}, 6).bracket.hi
                             : one_jump_epsilon_upper(q.p, q.at);
  }
  return a;
}

// Convex laws.

slong convex_digits(const Asking& q) {
  const slong usual = q.wanted == Wanted::delta ? default_delta_digits : default_epsilon_digits;
  return q.request.default_effort ? usual : std::min(q.request.digits, most_convex_digits);
}

std::string convex_method(const Asking& q, slong nodes) {
  return fmt::format("convex laws on {} nodes{}", nodes,
                     q.p.selected == 1 ? "" : ": independent blocks above, the contracted symmetric polynomial below");
}

// Few digits of an epsilon of little noise, where coarse convex laws are there sooner than a contour.
Applies coarse_laws_apply(const Asking& q, const State& /*so_far*/) {
  constexpr slong few = 3;
  const bool apply = q.wanted == Wanted::epsilon && q.rational && !q.request.default_effort &&
                     q.request.digits <= few && q.request.route.empty() && has_transform(q) && has_convex_law(q) &&
                     less(q.p.sigma, Number("4/5")) == Truth::yes;
  return apply ? routes::applies : routes::skipped("not asked for few digits of an epsilon of little noise");
}

std::optional<Answer> by_coarse_laws(const State& so_far, const Asking& q, const Budget& budget) {
  constexpr slong coarse = 1024;
  const auto laws = profile_epsilon(q.p, q.target, q.request.digits, budget, {.finest = coarse});
  if (!laws.epsilon.hi) return std::nullopt;
  Answer a = *so_far.answer;
  narrow(a, laws.epsilon.lo, *laws.epsilon.hi, convex_method(q, laws.nodes));
  a.reached = has_digits(a.lo, a.hi, q.request.digits);
  return a;
}

// The inversion of the transform of one epoch of one selected step.

Applies transform_applies(const Asking& q, const State& /*so_far*/) {
  if (has_transform(q)) return routes::applies;
  return routes::skipped(is_slow(q) ? "of so much noise convex laws are there sooner"
                                    : "not one selected step of one epoch, or convex laws are asked for");
}

// A second run on another contour with another step: where the two are disjoint one of them is wrong.
constexpr slong other_bits = 21;
void cross(Answer& a, const Rational& lo, const Rational& hi) {
  require(lo <= a.hi && a.lo <= hi, "two contours enclose one number");
  narrow(a, lo, hi, "the same on another contour");
}

std::optional<Answer> delta_by_transform(const State& so_far, const Asking& q, const Budget& budget) {
  const Request& r = q.request;
  const auto value = spectral_delta(one_epoch(q), q.at, rows::first_bits(r), budget, q.kept(&ProfileTables::tables));
  if (!value || !value->is_finite()) return std::nullopt;
  Answer a = *so_far.answer;
  a.bits = value->bits();
  narrow(a, std::max(value->lower(), Rational(0)), value->upper(), "inversion of the Laplace transform");
  a.reached = has_digits(a.lo, a.hi, r.digits);
  if (r.route != "cross") return a;
  const auto other =
      spectral_delta(one_epoch(q), q.at, rows::first_bits(r) + other_bits, r.budget, q.kept(&ProfileTables::crossed));
  if (!other || !other->is_finite()) return a;
  cross(a, std::max(other->lower(), Rational(0)), other->upper());
  a.reached = has_digits(a.lo, a.hi, r.digits);
  q.crossed = true;
  return a;
}

std::optional<Answer> epsilon_by_transform(const State& so_far, const Asking& q, const Budget& budget) {
  const Request& r = q.request;
  const auto i = spectral_epsilon(one_epoch(q), q.at, r.digits, budget);
  if (!i) return std::nullopt;
  Answer a = *so_far.answer;
  a.bits = i->bits;
  narrow(a, i->bracket.lo, i->bracket.hi, "certified inversion of the Laplace transform");
  a.reached = i->reached;
  if (r.route != "cross") return a;
  const auto other = spectral_epsilon(one_epoch(q), q.at, r.digits + other_bits / 3, r.budget);
  if (!other) return a;
  cross(a, other->bracket.lo, other->bracket.hi);
  q.crossed = true;
  return a;
}

std::optional<Answer> by_transform(const State& so_far, const Asking& q, const Budget& budget) {
  auto a = q.wanted == Wanted::delta ? delta_by_transform(so_far, q, budget) : epsilon_by_transform(so_far, q, budget);
  q.cut = budget.expired();
  return a;
}

// A Renyi divergence, immediate.

Applies renyi_applies(const Asking& q, const State& /*so_far*/) {
  if (is_beyond_others(q)) return routes::skipped("of so many epochs it would be of an order next to 1");
  const bool single = q.p.selected == 1 && q.p.epochs == 1;
  return single && !q.request.route.empty() ? routes::skipped("a route to the number itself is asked for")
                                            : routes::applies;
}

std::optional<Answer> by_renyi(const State& so_far, const Asking& q, const Budget& budget) {
  const ConversionParameters x{{q.p.sigma, q.p.steps, q.p.selected}, q.p.epochs, q.p.direction};
  constexpr slong digits = 9;
  const auto renyi = q.wanted == Wanted::delta ? delta_renyi_upper(x, q.at, digits, budget)
                                               : epsilon_renyi_upper(x, q.at, digits, budget);
  if (!renyi.value.is_finite() || renyi.value.upper() >= so_far.answer->hi) return std::nullopt;
  Answer a = *so_far.answer;
  narrow(a, a.lo, renyi.value.upper(), fmt::format("upper end: Renyi divergence of order {}", renyi.order));
  a.reached = a.reached || is_below_floor(a, q);
  return a;
}

// Several epochs of one selected step: where the number is, then the inversion of complex moments.

Applies moments_apply(const Asking& q, const State& /*so_far*/) {
  if (q.p.selected > 1 || q.p.epochs == 1 || is_all_there_is(q)) {
    return routes::skipped("not several epochs of one selected step");
  }
  if (q.request.route == "convex") return routes::skipped("convex laws are asked for");
  if (q.wanted == Wanted::epsilon && (!q.rational || is_delta_one(q))) {
    return routes::skipped("not asked at a rational delta below 1");
  }
  return routes::applies;
}

Applies inversion_of_moments_applies(const Asking& /*q*/, const State& so_far) {
  return so_far.trail.gave("first bracket") ? routes::applies : routes::skipped("it is not known where to look");
}

std::optional<Answer> by_first_bracket(const State& so_far, const Asking& q, const Budget& budget) {
  constexpr std::string_view method = "first bracket by convex laws";
  Answer a = *so_far.answer;
  if (q.wanted == Wanted::delta) {
    const auto rough = profile_delta(q.p, q.at, rough_digits, budget, q.kept(&ProfileTables::laws));
    narrow(a, rough.delta.lo, rough.delta.hi, method);
    return a;
  }
  const auto rough = profile_epsilon(q.p, q.target, rough_digits, budget);
  if (!rough.epsilon.hi || rough.epsilon.lo.sign() <= 0) return std::nullopt;
  narrow(a, rough.epsilon.lo, *rough.epsilon.hi, method);
  return a;
}

std::optional<Answer> by_moments(const State& so_far, const Asking& q, const Budget& budget) {
  constexpr std::string_view method = "inversion of complex moments of one epoch";
  Answer a = *so_far.answer;
  if (q.wanted == Wanted::delta) {
    const double size = log(Ball(a.hi, 64)).to_double_up();
    const auto value = epochs_delta(one_epoch(q), q.p.epochs, q.at, rows::first_bits(q.request), size, budget,
                                    q.kept(&ProfileTables::lines));
    if (!value || !value->is_finite()) return std::nullopt;
    a.bits = value->bits();
    narrow(a, std::max(value->lower(), Rational(0)), value->upper(), method);
    a.reached = has_digits(a.lo, a.hi, q.request.digits);
    return a;
  }
  const auto i = epochs_epsilon(one_epoch(q), q.p.epochs, q.at, {a.lo, a.hi}, q.request.digits, budget);
  if (!i) return std::nullopt;
  a.bits = i->bits;
  narrow(a, i->bracket.lo, i->bracket.hi, method);
  a.reached = i->reached;
  return a;
}

// Renyi divergences of orders close to 1.

Applies many_epochs_apply(const Asking& q, const State& /*so_far*/) {
  return q.p.epochs >= many_epochs ? routes::applies : routes::skipped("not very many epochs");
}

routes::Share many_epochs_share(const Asking& q, const State& so_far) {
  return is_beyond_others(q) ? routes::Share::all : first_share(q, so_far);
}

std::optional<Answer> by_many_epochs(const State& so_far, const Asking& q, const Budget& budget) {
  constexpr std::string_view method = "Renyi divergences of orders close to 1";
  Answer a = *so_far.answer;
  const Bracket near = q.wanted == Wanted::delta ? Bracket{many_epochs_delta_lower(q.p, q.at, budget).lower(), a.hi}
                                                 : many_epochs_epsilon(q.p, q.at, budget);
  return improve(a, near.lo, near.hi, method) ? std::optional(a) : std::nullopt;
}

// Several selected steps of few in all: events of additive scores below, one product of independent factors above.

Applies selected_apply(const Asking& q, const State& /*so_far*/) {
  constexpr slong most_steps = 100'000'000;
  const Number least(Rational(1) / 5);
  constexpr slong most = 1000;
  if (q.p.selected == 1 || q.p.selected == q.p.steps) return routes::skipped("one step selected, or every step");
  if (!q.request.route.empty()) return routes::skipped("another route is asked for");
  const bool few = Rational(q.p.steps) * q.p.epochs <= Rational(most_steps);
  const bool moderate = less(least, q.p.sigma) == Truth::yes && less(q.p.sigma, Number(most)) == Truth::yes;
  return few && moderate && q.rational ? routes::applies
                                       : routes::skipped("too many steps, or too little or too much noise");
}

// Convex laws of all epochs.

Applies convex_applies(const Asking& q, const State& /*so_far*/) {
  return is_all_there_is(q) ? routes::skipped("so many steps or epochs have no room in its numbers") : routes::applies;
}

// Whether they gave what was asked: by default so many digits, of several selected steps those of each end on the finest
// grid, because the ends bound different laws.
bool is_convex_enough(const Answer& a, const Asking& q, slong nodes) {
  if (!q.request.default_effort) return has_digits(a.lo, a.hi, q.request.digits);
  const bool one_law = q.p.selected == 1 || q.p.selected == q.p.steps;
  return has_digits(a.lo, a.hi, convex_digits(q)) || (!one_law && nodes > 0 && !q.budget.expired());
}

// The ends that convex laws on some grids give, and the nodes of the finest.
struct LawEnds {
  RationalEnds ends;
  slong nodes;
};

LawEnds law_ends(const Answer& a, const Asking& q, const Budget& budget, const Grids& grids) {
  if (q.wanted == Wanted::delta) {
    const auto laws = profile_delta(q.p, q.at, convex_digits(q), budget, q.kept(&ProfileTables::laws), grids);
    return {laws.nodes > 0 ? laws.delta : RationalEnds{a.lo, a.hi}, laws.nodes};
  }
  const auto laws = profile_epsilon(q.p, q.target, convex_digits(q), budget, grids);
  if (laws.nodes == 0) return {{a.lo, a.hi}, 0};
  return {{q.rational ? laws.epsilon.lo : Rational(0), laws.epsilon.hi.value_or(a.hi)}, laws.nodes};
}

Answer with_laws(Answer a, const Asking& q, const LawEnds& laws) {
  if (laws.nodes > 0) narrow(a, laws.ends.lo, laws.ends.hi, convex_method(q, laws.nodes));
  const bool is_told = q.wanted == Wanted::delta || q.rational;
  q.laws_gave_all = is_convex_enough(a, q, laws.nodes) && is_told;
  // Of several selected steps all that they have may be less than closed forms give.
  a.reached = (q.laws_gave_all && has_digits(a.lo, a.hi, rough_digits)) || is_below_floor(a, q);
  return a;
}

// Of several selected steps on two coarse grids first: what a grid of n nodes misses falls as n^-2. Where finer ones may give two
// digits they are made at once, else when other routes have said what there is to narrow.
std::optional<Answer> by_convex_laws(const State& so_far, const Asking& q, const Budget& budget) {
  if (!selected_apply(q, so_far).yes) return with_laws(*so_far.answer, q, law_ends(*so_far.answer, q, budget, {}));
  constexpr slong coarse = 512;
  const LawEnds before = law_ends(*so_far.answer, q, budget, {coarse / 2, coarse / 2});
  const LawEnds now = law_ends(*so_far.answer, q, budget, {coarse, coarse});
  // A third of the last gain is left; three times that, to be sure.
  const RationalEnds finer{std::max(now.ends.lo, now.ends.lo * 2 - before.ends.lo),
                           std::min(now.ends.hi, now.ends.hi * 2 - before.ends.hi)};
  Answer a = with_laws(*so_far.answer, q, now);
  if (is_below_floor(a, q) || now.nodes == 0) return a;
  if (has_digits(finer.lo, finer.hi, rough_digits)) {
    return with_laws(*so_far.answer, q, law_ends(*so_far.answer, q, budget, {}));
  }
  q.finer = finer;
  return a;
}

Applies finer_laws_apply(const Asking& q, const State& so_far) {
  if (!q.finer) return routes::skipped("the finest laws are made, or none");
  const bool narrower = q.finer->lo > so_far.answer->lo || q.finer->hi < so_far.answer->hi;
  return narrower ? routes::applies : routes::skipped("finer laws would narrow nothing");
}

std::optional<Answer> by_finer_laws(const State& so_far, const Asking& q, const Budget& budget) {
  return with_laws(*so_far.answer, q, law_ends(*so_far.answer, q, budget, {}));
}

Applies product_applies(const Asking& q, const State& so_far) {
  if (q.p.direction != Direction::remove) return routes::skipped("a theorem about the direction remove");
  return selected_apply(q, so_far);
}

Selection selection_of(const Asking& q) { return {q.p.steps, q.p.selected, q.p.epochs}; }

constexpr double least_delta = 1e-60;  // smaller ones take masses of too many bits
constexpr double largest_delta = 0.9;

// Whether scores and products reach a delta of this size.
bool is_in_reach(const Rational& delta) {
  const double size = roughly(Ball(delta, 64));
  return size > least_delta && size < largest_delta;
}

// Certificates prove the same end by a choice of their own: so much of delta is left to them.
Rational spare(slong parts_in_a_million) { return Rational(parts_in_a_million) / 1'000'000; }
const slong spare_below = 1;
const slong spare_above = 200;

std::optional<Answer> by_scores(const State& so_far, const Asking& q, const Budget& budget) {
  Answer a = *so_far.answer;
  const StepRatio step = gaussian_step(q.p.sigma);
  if (!is_in_reach(q.wanted == Wanted::delta ? a.hi : q.target)) return std::nullopt;
  constexpr slong usual = 8;
  const Selection s = selection_of(q);
  const slong finer = q.request.digits > usual ? score_finest : 0;
  const auto event =
      q.wanted == Wanted::delta
          ? score_delta_lower(step, s, q.p.direction, q.at, finer, budget)
          : score_epsilon_lower(step, s, q.p.direction, q.target * (1 + spare(spare_below)), finer, budget);
  if (!event) return std::nullopt;
  const Rational end = q.wanted == Wanted::delta ? event->value * (1 - spare(spare_below)) : event->value;
  if (!improve(a, end, a.hi, "lower end: an event of additive scores")) return std::nullopt;
  a.reached = has_digits(a.lo, a.hi, q.request.digits);
  return a;
}

std::optional<Answer> by_product(const State& so_far, const Asking& q, const Budget& budget) {
  Answer a = *so_far.answer;
  const StepRatio step = gaussian_step(q.p.sigma);
  if (!is_in_reach(q.wanted == Wanted::delta ? a.hi : q.target)) return std::nullopt;
  const auto upper = q.wanted == Wanted::delta
                         ? product_delta_upper(step, selection_of(q), q.at, roughly(Ball(a.hi, 64)), budget)
                         : product_epsilon_upper(step, selection_of(q), q.target * (1 - spare(spare_above)), budget);
  if (!upper) return std::nullopt;
  const Rational end = q.wanted == Wanted::delta ? *upper * (1 + spare(spare_above)) : *upper;
  if (!improve(a, a.lo, end, "upper end: one product of independent factors")) return std::nullopt;
  a.reached = has_digits(a.lo, a.hi, q.request.digits);
  return a;
}

// Closed forms of a single step.

// Whether they are enough, or convex laws were: by default two digits, unless the time ended before a route with more.
bool is_enough(const Answer& a, const Asking& q) {
  const bool is_rough = a.lo * 2 < a.hi;  // whether the two ends tell the number's size at all
  const bool cut_short = !is_all_there_is(q) && q.budget.expired();
  const slong usual = q.wanted == Wanted::delta ? default_delta_digits : default_epsilon_digits;
  const slong wanted = !q.request.default_effort ? q.request.digits : cut_short ? usual : rough_digits;
  return (q.laws_gave_all && !is_rough) || has_digits(a.lo, a.hi, wanted);
}

std::optional<Answer> by_one_jump(const State& so_far, const Asking& q, const Budget& /*none is needed*/) {
  constexpr slong bits = 256;
  Answer a = *so_far.answer;
  const auto ends = [&]() -> Bracket {
    if (q.wanted == Wanted::epsilon) return one_jump_epsilon(q.p, q.at);
    const OneJump closed = one_jump_delta(q.p, q.at.ball(bits), bits);
    return {std::max(closed.lower.lower(), Rational(0)), closed.upper.upper()};
  }();
  improve(a, ends.lo, ends.hi, "closed forms of a single step");
  a.reached = is_enough(a, q);
  return a;
}

constexpr std::array<TableRow, 14> table{{
    {.name = "closed-form", .applies = closed_form_applies, .cost = costs<Cost::immediate>, .improve = by_closed_form},
    {.name = "every step",
     .applies = unless_settled<whenever>,
     .cost = costs<Cost::immediate>,
     .improve = by_every_step},
    {.name = "few-steps",
     .applies = unless_settled<few_steps_apply>,
     .cost = costs<Cost::small>,
     .improve = by_few_steps,
     .share = first_share},
    {.name = "coarse laws",
     .applies = unless_settled<coarse_laws_apply>,
     .cost = costs<Cost::small>,
     .improve = by_coarse_laws,
     .share = first_share},
    {.name = "laplace",
     .applies = unless_settled<transform_applies>,
     .cost = costs<Cost::small>,
     .improve = by_transform,
     .share = first_share},
    {.name = "renyi",
     .applies = unless_settled<renyi_applies>,
     .cost = costs<Cost::small>,
     .improve = by_renyi,
     .share = first_share},
    {.name = "first bracket",
     .applies = unless_settled<moments_apply>,
     .cost = costs<Cost::moderate>,
     .improve = by_first_bracket},
    {.name = "moments",
     .applies = unless_settled<inversion_of_moments_applies>,
     .cost = costs<Cost::moderate>,
     .improve = by_moments,
     .share = first_share},
    {.name = "many epochs",
     .applies = unless_settled<many_epochs_apply>,
     .cost = costs<Cost::moderate>,
     .improve = by_many_epochs,
     .share = many_epochs_share},
    {.name = "convex",
     .applies = unless_settled<convex_applies>,
     .cost = costs<Cost::costly>,
     .improve = by_convex_laws},
    {.name = "scores", .applies = unless_settled<selected_apply>, .cost = costs<Cost::costly>, .improve = by_scores},
    {.name = "product", .applies = unless_settled<product_applies>, .cost = costs<Cost::costly>, .improve = by_product},
    {.name = "finer laws",
     .applies = unless_settled<finer_laws_apply>,
     .cost = costs<Cost::costly>,
     .improve = by_finer_laws},
    {.name = "one jump", .applies = unless_settled<whenever>, .cost = costs<Cost::last>, .improve = by_one_jump},
}};

// How much the reduction to blocks of one selected step each can lose at most: all of the gap.
void note_loss(Answer& a, const Asking& q) {
  constexpr slong shown = 2;
  if (q.p.selected == 1 || a.lo.sign() <= 0) return;
  a.method += fmt::format("; blocks of one selected step each lose at most {}%",
                          decimal((a.hi - a.lo) / a.lo * 100, shown, Rounding::up));
}

// A route that is asked for is preferred: what each row applies to says how.
Answer taken(const Asking& q) {
  State found = routes::take(table, q, {"allocation", "", q.request.digits, q.budget}, std::optional<Answer>());
  require(found.answer.has_value(), "some route of an allocation gives an answer");
  Answer a = *std::move(found.answer);
  if (is_settled(q, found)) return a;
  if (!a.reached && is_all_there_is(q)) {
    a.shortfall = only_closed_forms;
  } else if (!a.reached && q.cut && a.shortfall.empty()) {
    a.shortfall = share_ended;
  }
  if (!is_all_there_is(q) && !found.trail.gave("product")) note_loss(a, q);
  return a;
}

}  // namespace

Answer delta_by_routes(const ProfileParameters& parameters, const Number& eps, const Request& request,
                       const Budget& budget, ProfileTables* shared, const Rational& floor) {
  return taken({Wanted::delta, parameters, eps, request, budget, shared, floor});
}

std::optional<Ball> delta_by_one_transform(const ProfileParameters& parameters, const Number& eps, slong bits,
                                           const Budget& budget) {
  const Request any;
  const Asking q{Wanted::delta, parameters, eps, any, budget};
  if (!has_transform(q)) return std::nullopt;
  auto value = spectral_delta(one_epoch(q), eps, bits, budget);
  return value && value->relative_bits() >= bits ? value : std::nullopt;
}

Answer epsilon_by_routes(const ProfileParameters& parameters, const Number& delta, const Request& request,
                         const Budget& budget, const Rational& floor) {
  return taken({Wanted::epsilon, parameters, delta, request, budget, nullptr, floor});
}

}  // namespace hallmark::allocation
