#include "bounds/allocation/selected_witness.hpp"

#include <fmt/format.h>

#include "bounds/allocation/few_steps.hpp"
#include "bounds/allocation/law_witness.hpp"
#include "bounds/allocation/product_bound.hpp"
#include "bounds/allocation/score_events.hpp"
#include "bounds/directions.hpp"

namespace hallmark::allocation {
namespace {

// The checker's cuts and rounding are its own.
Rational with_margin(const Number& value, const Rational& margin, bool up) {
  const Ball at = value.ball(128) * Ball(1 + margin, 128);
  return up ? at.upper() : at.lower();
}

using Found = std::optional<witness::SelectedEnd>;

Found scores_below(const StepRatio& step, const Selection& s, Direction direction, const DeltaEnd& end,
                   const Budget& budget) {
  if (end.value.sign() <= 0) return witness::SelectedEnd{direction, "scores 1/2 4 0"};  // any event will do
  const Rational target = with_margin(end.value, Rational("1e-7"), true);
  const auto event = score_proof(step, s, direction, end.eps, target, budget);
  if (!event) return std::nullopt;
  return witness::SelectedEnd{direction, fmt::format("scores {} {} {}", event->scores.lambda.to_string(),
                                                     event->scores.scale, event->threshold)};
}

Found product_above(const StepRatio& step, const Selection& s, const DeltaEnd& end, const Budget& budget) {
  const Rational target = with_margin(end.value, Rational("-1e-4"), false);
  const auto proof = product_proof(step, s, end.eps, target, budget);
  if (!proof) return std::nullopt;
  const ProductChoice& c = proof->choice;
  return witness::SelectedEnd{
      Direction::remove, fmt::format("product {} {} {} {} {} {} {} {}", c.lambda.to_string(), proof->scale,
                                     c.low.to_string(), c.high.to_string(), c.alpha.to_string(), c.beta.to_string(),
                                     c.theta_low.to_string(), Rational(-c.theta_high).to_string())};
}

Found blocks_above(const ProfileParameters& p, const DeltaEnd& end, const Budget& budget) {
  const auto sigma = p.sigma.rational();
  if (!sigma) return std::nullopt;
  const slong unit = law_unit(p.steps, end.eps);
  auto found = laws(normal_step(*sigma), {p.steps, p.epochs, p.selected, p.direction}, end, unit, budget);
  if (!found || found->empty()) return std::nullopt;
  return witness::SelectedEnd{p.direction, fmt::format("blocks {}", unit), std::move(found->front().ratios)};
}

// The coarsest rule tried that proves the end.
Found few_steps_end(const ProfileParameters& p, const DeltaEnd& end, const Budget& budget) {
  if (p.epochs != 1 || p.steps > most_few_steps) return std::nullopt;
  const double ln_value = end.value.sign() > 0 ? log(end.value.ball(64)).to_double_down() : 0;
  for (const double ln_tolerance : {-3.0, -8.0, -16.0, -28.0, -45.0, -70.0}) {
    const auto rule = few_steps_rule({p.sigma, p.steps, p.selected}, ln_value + ln_tolerance);
    if (!rule || budget.expired()) return std::nullopt;
    const slong bits = 96 + static_cast<slong>(-2 * (ln_value + ln_tolerance));
    const Ball value = few_steps_delta(p, end.eps.ball(bits), *rule, bits, budget);
    const Ball wanted = end.value.ball(bits);
    const Truth proved = end.upper ? less_equal(value, wanted) : less_equal(wanted, value);
    if (proved == Truth::no) return std::nullopt;
    if (proved == Truth::unknown) continue;
    return witness::SelectedEnd{
        p.direction, fmt::format("few-steps {} {} {}", rule->step.to_string(), rule->reach.to_string(), rule->last)};
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<witness::SelectedEnd>> selected_ends(const ProfileParameters& parameters, const DeltaEnd& end,
                                                               const Budget& budget) {
  if (!parameters.sigma.rational()) return std::nullopt;
  const StepRatio step = gaussian_step(parameters.sigma);
  const Selection s{parameters.steps, parameters.selected, parameters.epochs};
  return prove_end(directions_of(parameters.direction), end.upper, [&](Direction direction) {
    ProfileParameters one = parameters;
    one.direction = direction;
    Found found = few_steps_end(one, end, budget);
    if (!found && !end.upper) found = scores_below(step, s, direction, end, budget);
    if (!found && end.upper) found = blocks_above(one, end, budget);
    if (!found && end.upper && direction == Direction::remove) found = product_above(step, s, end, budget);
    return found;
  });
}

}  // namespace hallmark::allocation
