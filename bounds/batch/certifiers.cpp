#include "bounds/batch/certifiers.hpp"

#include <algorithm>

#include "bounds/batch/fixed_batch_gaussian.hpp"
#include "bounds/batch/gaussian.hpp"
#include "bounds/batch/neighbours.hpp"
#include "bounds/batch/poisson_renyi.hpp"
#include "bounds/batch/poisson_witness.hpp"
#include "bounds/batch/shuffled_batch_scores.hpp"
#include "bounds/batch/truncated_poisson_gaussian.hpp"
#include "bounds/composition/power_grids.hpp"

namespace hallmark {
namespace {

// Poisson batches.

poisson_gaussian::Pair pair(const Arguments& x) { return poisson_gaussian::pair_of("poisson-gaussian", x); }

std::optional<witness::Inversions> inversions_of(const Arguments& x, const ClaimedEnds& ends, const Budget& budget) {
  witness::Inversions all;
  const auto add = [&](const std::optional<Number>& value, bool upper, std::vector<witness::Inversion>& to) {
    if (!value) return true;
    const Number& sigma = x.has("sigma") ? x.number("sigma") : *value;
    const DeltaEnd end = delta_end(x, *value, upper);
    if (sigma.sign() <= 0 && end.value.sign() > 0) return false;
    const poisson_gaussian::Mechanism mechanism{x.number("rate"), sigma, x.count("steps"), pair(x)};
    auto found = poisson_gaussian::inversions(mechanism, x.direction(), end, budget);
    if (found) to = *std::move(found);
    return !to.empty();
  };
  if (!add(ends.lower, false, all.lower) || !add(ends.upper, true, all.upper)) return std::nullopt;
  return all;
}

Prepared prepare_inversions(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  auto found = inversions_of(term.arguments, ends, budget);
  return found ? prepared(*std::move(found)) : refused(too_much_work);
}

// Whether the checker has the closed form: one step of one record, at no negative eps.
bool has_formula(const Arguments& x, const ClaimedEnds& ends, const poisson_gaussian::Pair& sides) {
  if (x.count("steps") != 1 || sides.up > 1 || sides.down > 1) return false;
  const Number& rate = x.number("rate");
  if (!rate.rational() || less(rate, 1) != Truth::yes) return false;
  if (x.has("eps")) return x.number("eps").sign() >= 0;
  return (!ends.lower || ends.lower->sign() >= 0) && (!ends.upper || ends.upper->sign() >= 0);
}

// One step by its formula; by convex laws where the answer is; else by inversions, and where there are none on a grid.
Prepared prepare_poisson(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const witness::Method& method = answer.witness.method;
  const poisson_gaussian::Pair sides = pair(term.arguments);
  if (has_formula(term.arguments, ends, sides)) return prepared(witness::Formula{});
  const bool one_record = sides.up == 1 && sides.down == 0;
  if (std::holds_alternative<witness::Laws>(method) && one_record) return prepared(method);
  if (auto found = inversions_of(term.arguments, ends, budget)) return prepared(*std::move(found));
  if (!one_record) return refused("few steps of this pair: no inversion within the checker's work");
  return prepared(std::holds_alternative<witness::Grid>(method) ? method : witness::Grid{});
}

// Real orders.

// Three orders of the range by which no real order of it proves (eps, delta), because the logarithm of the bound on delta
// is convex in the order; `near` is one close to the best for the direction. A proposal: nothing where none were found.
std::optional<witness::OrderBracket> order_bracket(const poisson_renyi::Sampling& sampling, Direction direction,
                                                   renyi::Orders orders, const Rational& near, const Number& eps,
                                                   const Number& delta, const Budget& budget) {
  constexpr slong bits = 192;
  // (a-1) (R_a - eps) + a ln(1 - 1/a) - ln(a-1) - ln(delta): positive where the order a does not prove (eps, delta).
  const auto excess = [&](const Rational& order) {
    const Ball a(order, bits);
    const Ball r = poisson_renyi::divergence(sampling, order, direction, bits, budget);
    return (a - 1) * (r - eps.ball(bits)) + a * log((a - 1) / a) - log(a - 1) - log(delta.ball(bits));
  };
  const Rational first(orders.first);
  const Rational last(orders.last);
  constexpr slong order_bits = 40;
  Rational at = 1 + Ball(near - 1, 64).centre(order_bits);
  for (slong exponent = 2; exponent <= 28 && !budget.expired(); exponent += 2) {
    const Rational width = (at - 1) * pow(Rational(2), -exponent);
    const Rational below = at - width;
    const Rational above = at + width;
    if (below < first || above > last) continue;
    const Ball left = excess(below);
    const Ball middle = excess(at);
    const Ball right = excess(above);
    const bool falls = less_equal(middle, left) == Truth::yes && less_equal(middle, right) == Truth::yes;
    if (falls && is_positive(2 * middle - right) == Truth::yes && is_positive(2 * middle - left) == Truth::yes) {
      return witness::OrderBracket{direction, below, at, above};
    }
    // On with narrower orders, between which less is lost, from the least point of the parabola if it is better.
    const Ball bend = 2 * (left + right - 2 * middle);
    if (is_positive(bend) != Truth::yes) break;
    const Rational least = at + width * ((left - right) / bend).centre(order_bits);
    const bool inside = least > below && least < above;
    if (inside && less(excess(least), middle) == Truth::yes) at = least;
  }
  return std::nullopt;
}

std::optional<witness::OrderBracket> order_bracket(const Arguments& x, const witness::Orders& orders, const Number& eps,
                                                   const Number& delta, const Budget& budget) {
  for (const Direction d : directions_of(x.direction())) {
    const auto& near = d == Direction::add && x.direction() == Direction::both ? orders.add : orders.order;
    if (auto found = order_bracket({x.number("sigma"), x.number("rate"), x.count("steps")}, d,
                                   {x.orders().first, x.orders().second}, *near, eps, delta, budget)) {
      return found;
    }
  }
  return std::nullopt;
}

Prepared prepare_real_orders(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  witness::Orders orders = orders_of(term, answer);
  if (!ends.lower) return prepared(std::move(orders));
  const bool of_epsilon = !x.canonical().contains("eps");
  if (ends.lower->sign() <= 0) {  // needs none
    if (x.orders().first <= 2 && x.orders().second >= 4) {
      orders.bracket =
          witness::OrderBracket{x.direction() == Direction::add ? Direction::add : Direction::remove, 2, 3, 4};
    }
  } else {
    orders.bracket = order_bracket(x, orders, of_epsilon ? *ends.lower : x.number("eps"),
                                   of_epsilon ? x.number("delta") : *ends.lower, budget);
  }
  return orders.bracket ? prepared(std::move(orders)) : refused("no three orders by which none proves less");
}

// Batches of a fixed size: the lower end by Poisson batches at half the noise, the upper end by the coupling.

fixed_batch::Mechanism fixed(const Arguments& x) { return {x.number("sigma"), x.number("share"), x.count("steps")}; }

std::string_view unless_rational_sigma(const Arguments& x) {
  return x.number("sigma").rational() ? "" : "the checker reads a rational sigma only";
}

Prepared prepare_fixed(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  witness::Inversions all;
  const auto add = [&](const poisson_gaussian::Mechanism& m, const DeltaEnd& end, auto& to) {
    auto found = poisson_gaussian::inversions(m, Direction::remove, end, budget);
    if (found) to = *std::move(found);
    return found.has_value();
  };
  if (ends.lower && !add(lower_mechanism(fixed(x)), delta_end(x, *ends.lower, false), all.lower))
    return refused(too_much_work);
  if (ends.upper && !add(upper_mechanism(fixed(x)), delta_end(x, *ends.upper, true), all.upper))
    return refused(too_much_work);
  return prepared(std::move(all));
}

// Batches cut to a largest size: convex laws, where they prove the ends.

std::string_view unless_some_are_cut(const Arguments& x) {
  const bool cut = x.count("largest") < x.count("records") && less(x.number("rate"), 1) == Truth::yes;
  if (!cut) return "the checker has batches of which some are cut and some are not";
  const bool add = x.direction() == Direction::add && x.adjacency() == Adjacency::zero_out;
  return add ? "the grids are those of the direction remove" : "";
}

// One list of grids for both directions: those of remove.
Prepared prepare_truncated(const Term& term, const Answer&, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  const auto phase = truncated_poisson::phase(truncated_poisson::mechanism(x, x.number("sigma")),
                                              truncated_poisson::Rounded::up, budget);
  if (!phase) return refused(too_much_work);
  Resolution resolution{.nodes = 1024, .smallest_delta = 1e-12 / static_cast<double>(phase->rounds)};
  const auto one = phase->ratio_law(Slope::rising, resolution, budget);
  const auto all = one ? composition::power_grids(*one, phase->rounds, resolution, budget) : std::nullopt;
  if (!all) return refused(too_much_work);
  constexpr slong bits = 512;
  const bool of_epsilon = !x.canonical().contains("eps");
  // delta at an end that is claimed, from this side; the checker does the same in exact arithmetic.
  const auto proves = [&](const Number& value, bool upper) {
    const RationalEnds found = delta(all->law, of_epsilon ? value : x.number("eps"));
    const Ball target = (of_epsilon ? x.number("delta") : value).ball(bits);
    return (upper ? less(Ball(found.hi, bits), target) : less(target, Ball(found.lo, bits))) == Truth::yes;
  };
  const bool below = !ends.lower || ends.lower->sign() <= 0 || proves(*ends.lower, false);
  if (!below || (ends.upper && !proves(*ends.upper, true))) return refused("convex laws prove the first digits only");
  return prepared(witness::Laws{composition::certificate_cells, composition::ratio_unit, all->ratios});
}

// Shuffled batches.

std::string_view unless_one_epoch(const Arguments& x) {
  return x.canonical().contains("epochs") ? "the checker has the events of one epoch only" : "";
}

std::string_view unless_level_1(const Arguments& x) {
  const bool usual = !x.canonical().contains("level") && !x.canonical().contains("direction");
  return usual ? "" : "the checker has this pair at level 1 and in both directions only";
}

using shuffled_batch::DeltaParameters;

// Scores by which shuffled batches are worse than delta at eps.
std::optional<shuffled_batch::ScoredBound> scores(const Arguments& x, const Number& eps, const Number& delta,
                                                  const Budget& budget) {
  constexpr slong bits = 256;
  if (eps.sign() < 0 || delta.sign() < 0 || less_equal(delta, 1) != Truth::yes) return std::nullopt;
  return shuffled_batch::scores_above({x.number("sigma"), eps, x.count("steps")}, delta.ball(bits).upper(), budget);
}

witness::Scores witness_of(const shuffled_batch::Scores& s) { return {s.total, s.cuts, s.values}; }

void raise(Answer& a, const shuffled_batch::Scores& by, const Rational& lo) {
  a.witness.method = witness_of(by);
  a.lo = std::max(a.lo, lo);
  a.hi = std::max(a.lo, a.hi);
  a.method = "scores of all coordinates; " + a.method;
}

bool sharpen_delta(const Term& term, Answer& answer, const Number& value, const Budget& budget) {
  const auto found = scores(term.arguments, term.arguments.number("eps"), value, budget);
  if (found) raise(answer, found->scores, found->delta.lower());
  return found.has_value();
}

bool sharpen_epsilon(const Term& term, Answer& answer, const Number& value, const Budget& budget) {
  // delta at the value is more than delta.
  constexpr slong bits = 256;
  const Rational beyond = (value.ball(bits) * Ball(1 + Rational("1e-6"), bits)).centre(64);
  const auto found = scores(term.arguments, beyond, term.arguments.number("delta"), budget);
  if (found) raise(answer, found->scores, beyond);
  return found.has_value();
}

// Whether the event that the answer names proves the value.
bool is_enough(const witness::Method& method, slong answer_bits, const DeltaParameters& p, const Number& value) {
  if (std::holds_alternative<witness::Scores>(method)) return true;
  const auto* event = std::get_if<witness::Event>(&method);
  if (event == nullptr) return false;
  const slong bits = std::max(slong{256}, 2 * answer_bits);
  const auto e = event->some_at_least ? shuffled_batch::Event::some_at_least : shuffled_batch::Event::all_below;
  return less_equal(value.ball(bits), shuffled_batch::delta_at_lower(p, event->threshold, e, bits)) == Truth::yes;
}

// The event named, if it proves the lower end, or else scores.
Prepared with_lower_end(const Term& term, witness::Method method, slong answer_bits, const ClaimedEnds& ends,
                        const Budget& budget) {
  const Arguments& x = term.arguments;
  const DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("steps")};
  if (!ends.lower || ends.lower->sign() <= 0 || is_enough(method, answer_bits, p, *ends.lower)) {
    return prepared(std::move(method));
  }
  const auto found = scores(x, p.eps, *ends.lower, budget);
  return found ? prepared(witness_of(found->scores)) : refused("no event that proves so large a lower end");
}

Prepared prepare_shuffled_delta(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  return with_lower_end(term, answer.witness.method, answer.bits, ends, budget);
}

// The pair from above by one Gaussian step.
Prepared prepare_shuffled_pair(const Term& term, const Answer& answer, const ClaimedEnds& ends, const Budget& budget) {
  const Arguments& x = term.arguments;
  if (ends.upper) {
    constexpr slong bits = 256;
    const Ball whole = gaussian::delta({x.number("sigma"), x.number("eps")}, bits);
    if (less_equal(whole, ends.upper->ball(bits)) != Truth::yes) {
      return refused("an upper end below that of one Gaussian step");
    }
  }
  witness::Method method = answer.witness.method;
  const bool has_event = std::holds_alternative<witness::Event>(method);
  if (!std::holds_alternative<witness::Scores>(method) && (ends.lower || !has_event)) {
    constexpr slong bits = 192;
    const DeltaParameters p{x.number("sigma"), x.number("eps"), x.count("steps")};
    method = witness::Event{true, shuffled_batch::best_threshold(p, shuffled_batch::Event::some_at_least, bits)};
  }
  return with_lower_end(term, std::move(method), answer.bits, ends, budget);
}

Prepared prepare_named_event(const Term&, const Answer& answer, const ClaimedEnds&, const Budget&) {
  return prepared(answer.witness.method);
}

Prepared prepare_threshold(const Term&, const Answer& answer, const ClaimedEnds&, const Budget&) {
  return prepared(witness::Threshold{std::get<witness::Event>(answer.witness.method).threshold});
}

}  // namespace

const Certifier gaussian_sigma_certifier{
    .methods = "formula", .prepare = nothing_more<witness::Formula>, .can_state = is_noise_below<30>};

const Certifier poisson_delta_certifier{.methods = "formula inversions grid laws", .prepare = prepare_poisson};
const Certifier poisson_epsilon_certifier{
    .methods = "formula inversions grid laws", .prepare = prepare_poisson, .can_state = is_moderate_eps};
const Certifier poisson_sigma_certifier{
    .methods = "inversions", .prepare = prepare_inversions, .can_state = is_noise_below<30>};
const Certifier real_orders_certifier{.methods = "orders", .prepare = prepare_real_orders};

const Certifier fixed_batch_delta_certifier{
    .methods = "inversions", .prepare = prepare_fixed, .obstacle = unless_rational_sigma};
const Certifier fixed_batch_epsilon_certifier{
    .methods = "inversions", .prepare = prepare_fixed, .obstacle = unless_rational_sigma, .can_state = is_moderate_eps};

const Certifier truncated_poisson_certifier{
    .methods = "laws", .prepare = prepare_truncated, .obstacle = unless_some_are_cut};
const Certifier truncated_poisson_epsilon_certifier{
    .methods = "laws", .prepare = prepare_truncated, .obstacle = unless_some_are_cut, .can_state = is_moderate_eps};

const Certifier shuffled_batch_delta_certifier{
    .methods = "event", .prepare = prepare_shuffled_delta, .obstacle = unless_one_epoch, .sharpen = sharpen_delta};
const Certifier shuffled_batch_pair_certifier{
    .methods = "event", .prepare = prepare_shuffled_pair, .obstacle = unless_level_1, .sharpen = sharpen_delta};
const Certifier shuffled_batch_epsilon_certifier{.methods = "event",
                                                 .prepare = prepare_named_event,
                                                 .obstacle = unless_one_epoch,
                                                 .can_state = is_moderate_eps,
                                                 .sharpen = sharpen_epsilon};
const Certifier shuffled_batch_threshold_certifier{.methods = "event", .prepare = prepare_threshold};
const Certifier shuffled_batch_threshold_epsilon_certifier{
    .methods = "event", .prepare = prepare_threshold, .can_state = is_moderate_eps};

}  // namespace hallmark
