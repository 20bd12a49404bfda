#include "bounds/allocation/selected_witness.hpp"

#include <fmt/format.h>

#include "bounds/allocation/law_witness.hpp"
#include "bounds/allocation/product_bound.hpp"
#include "bounds/allocation/score_events.hpp"

namespace hallmark::allocation {
namespace {

// The checker's cuts and rounding are its own.
Rational with_margin(const Number& value, const Rational& margin, bool up) {
  const Ball at = value.ball(128) * Ball(1 + margin, 128);
  return up ? at.upper() : at.lower();
}

using Found = std::optional<witness::SelectedEnd>;

Found scores_below(const StepRatio& step, const Selection& s, Direction direction, const End& end,
                   const Budget& budget) {
  if (end.value.sign() <= 0) return witness::SelectedEnd{direction, "scores 1/2 4 0"};  // any event will do
  const Rational target = with_margin(end.value, Rational("1e-6"), true);
  const auto event = score_proof(step, s, direction, end.eps, target, budget);
  if (!event) return std::nullopt;
  return witness::SelectedEnd{direction, fmt::format("scores {} {} {}", event->scores.lambda.to_string(),
                                                     event->scores.scale, event->threshold)};
}

Found product_above(const StepRatio& step, const Selection& s, const End& end, const Budget& budget) {
  const Rational target = with_margin(end.value, Rational("-1e-4"), false);
  const auto proof = product_proof(step, s, end.eps, target, budget);
  if (!proof) return std::nullopt;
  const ProductChoice& c = proof->choice;
  return witness::SelectedEnd{
      Direction::remove, fmt::format("product {} {} {} {} {} {} {} {}", c.lambda.to_string(), proof->scale,
                                     c.low.to_string(), c.high.to_string(), c.alpha.to_string(), c.beta.to_string(),
                                     c.theta_low.to_string(), Rational(-c.theta_high).to_string())};
}

Found blocks_above(const ProfileParameters& p, const End& end, const Budget& budget) {
  const slong unit = law_unit(p, end.eps);
  auto found = laws(p, end, unit, budget);
  if (!found || found->empty()) return std::nullopt;
  return witness::SelectedEnd{p.direction, fmt::format("blocks {}", unit), std::move(found->front().ratios)};
}

}  // namespace

std::optional<std::vector<witness::SelectedEnd>> selected_ends(const ProfileParameters& parameters, const End& end,
                                                               const Budget& budget) {
  if (!parameters.sigma.rational()) return std::nullopt;
  std::vector<Direction> directions{parameters.direction};
  if (parameters.direction == Direction::both) directions = {Direction::remove, Direction::add};
  const StepRatio step = gaussian_step(parameters.sigma);
  const Selection s{parameters.steps, parameters.selected, parameters.epochs};
  std::vector<witness::SelectedEnd> all;
  for (const Direction direction : directions) {
    ProfileParameters one = parameters;
    one.direction = direction;
    Found found;
    if (end.upper) {
      found = blocks_above(one, end, budget);
      if (!found && direction == Direction::remove) found = product_above(step, s, end, budget);
      if (!found) return std::nullopt;
    } else {
      found = scores_below(step, s, direction, end, budget);
    }
    if (found) all.push_back(*std::move(found));
    if (found && !end.upper) return all;
  }
  if (all.empty()) return std::nullopt;
  return all;
}

}  // namespace hallmark::allocation
