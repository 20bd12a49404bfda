#include "bounds/batch/noise_search.hpp"

#include <algorithm>

#include "bounds/monotone_search.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr slong bits = 4096;  // of ends that are compared

Ball target_of(const Arguments& arguments) { return arguments.number("delta").ball(2 * bits); }

}  // namespace

Ball delta_at(const NoiseSearch& problem, const Rational& sigma, const Arguments& arguments, const Budget& budget) {
  const Entry& forward = entry(problem.id);
  const Rational least = pow(Rational(10), -30);  // of what a row takes for sigma
  Ball delta = Ball::anything(bits);
  if (sigma < least || sigma * least > 1) return delta;
  ParameterTexts texts;
  for (const auto& [name, text] : arguments.canonical()) {
    if (name != "delta") texts[name] = text;
  }
  texts["sigma"] = sigma.to_string();
  if (forward.directional()) texts["direction"] = to_string(problem.direction);
  const Arguments question = forward.arguments(texts);
  for (const NoiseRoute& route : problem.routes) {
    try {
      const Answer a =
          evaluate(forward, question, {.digits = route.digits, .route = std::string(route.name), .budget = budget});
      delta = Ball::between(a.lo, problem.lower_end_alone ? a.lo : a.hi, bits);
    } catch (const InputError&) {  // a route that does not reach such a sigma
      continue;
    }
    if (less_equal(delta, target_of(arguments)) != Truth::unknown) break;
  }
  return delta;
}

Inversion smallest_noise(const NoiseSearch& problem, const Arguments& arguments, const Request& request) {
  if (problem.most.sign() == 0) return {{0, 0}, true, 0, 0};
  const slong first_bits = 256 + 8 * request.digits;
  Inversion found =
      search({.f = [&](const Rational& sigma, slong) { return delta_at(problem, sigma, arguments, request.budget); },
              .target = target_of(arguments),
              .lo = 0,
              .hi = problem.most,
              .start = problem.start,
              .digits = request.digits,
              .most_evaluations = 24},
             {.first_bits = first_bits, .last_bits = 64 * first_bits, .budget = request.budget});
  // Proposals stay close to the passage. Where nothing could be decided there, a little below the upper end.
  for (const char* share : {"99/100", "9/10", "1/2"}) {
    const Rational place = found.bracket.hi * Rational(share);
    if (found.bracket.lo.sign() > 0 || request.budget.expired()) break;
    if (less(target_of(arguments), delta_at(problem, place, arguments, request.budget)) == Truth::yes) {
      found.bracket.lo = place;
    }
  }
  return found;
}

Inversion smallest_noise(const std::function<NoiseSearch(Direction)>& problem, Direction direction,
                         const Arguments& arguments, const Request& request) {
  const bool both = direction == Direction::both;
  Inversion best = smallest_noise(problem(both ? Direction::remove : direction), arguments, request);
  // The larger of two: that of removing, unless adding needs more there.
  const auto is_enough = [&](const Rational& sigma) {
    const Ball added = delta_at(problem(Direction::add), sigma, arguments, request.budget);
    return less_equal(added, target_of(arguments)) == Truth::yes;
  };
  if (!both || is_enough(best.bracket.hi)) return best;
  const Inversion add = smallest_noise(problem(Direction::add), arguments, request);
  best.reached = best.reached && add.reached;
  best.evaluations += add.evaluations;
  best.bracket = {std::max(best.bracket.lo, add.bracket.lo), std::max(best.bracket.hi, add.bracket.hi)};
  return best;
}

}  // namespace hallmark
