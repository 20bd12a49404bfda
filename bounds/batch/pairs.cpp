#include "bounds/batch/pairs.hpp"

#include "bounds/batch/pair_transform.hpp"
#include "exact/error.hpp"

namespace hallmark::poisson_gaussian {

Pair directed(const Pair& pair, Direction direction) {
  require(direction != Direction::both, "one direction");
  return direction == Direction::add ? Pair{pair.down, pair.up, pair.coupled} : pair;
}

Direction usual_direction(const Pair& pair, Direction direction) {
  return directed(pair, direction).up == 1 ? Direction::remove : Direction::add;
}

bool has_largest(const Mechanism& m, const Pair& pair) { return m.rate != Number(1) && !pair.coupled && pair.up == 0; }

Ball largest_log_ratio(const Mechanism& m, const Pair& pair, slong bits) {
  // A rate next to 1 that is rational leaves 1 - rate exact.
  const auto rate = m.rate.rational();
  const bool next_to_1 = rate && *rate > Rational("1/2");
  return (next_to_1 ? -log(Ball(1 - *rate, bits)) : -log1p(-m.rate.ball(bits))) * m.steps * pair.down;
}

std::unique_ptr<StepTransform> transform_of(const Mechanism& m, Direction direction) {
  const Pair pair = directed(m.pair, direction);
  const BatchStep step{m.sigma, m.rate};
  if (pair.coupled) return coupled_transform(step);
  if (is_usual(pair)) return zero_out_transform(step, pair.up == 0);
  return mixture_transform(step, pair.up, pair.down);
}

std::optional<Scout> scout_of(const Mechanism& m, Direction direction, bool quick) {
  const auto about = [](const Ball& x) { return x.to_double_down() / 2 + x.to_double_up() / 2; };
  const double sigma = about(m.sigma.ball(64));
  const double rate = about(m.rate.ball(64));
  const Pair pair = directed(m.pair, direction);
  constexpr double least_sigma = 0.03;
  constexpr double most_sigma = 1e35;
  const bool usable = sigma >= least_sigma * static_cast<double>(std::max({pair.up, pair.down, slong{1}})) &&
                      sigma < most_sigma && rate > 1e-250 && rate < 1;
  if (m.rate == Number(1) || !usable) return std::nullopt;
  const auto steps = static_cast<double>(m.steps);
  if (pair.coupled) return Scout(coupled_model(sigma, rate), steps, quick);
  if (is_usual(pair)) return Scout(zero_out_model(sigma, rate, pair.up == 0, !quick), steps, quick);
  return Scout(mixture_model(sigma, rate, pair.up, pair.down), steps, quick);
}

}  // namespace hallmark::poisson_gaussian
