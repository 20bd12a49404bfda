#include "bounds/poisson_summation.hpp"

namespace hallmark::poisson_summation {

std::optional<TurnedSeries> fine_values(const std::vector<ComplexBall>& values, slong bits, const TurningPlan& plan) {
  constexpr slong most_bits = 144;
  return plan.turning != Turning::in_balls && bits <= most_bits ? TurnedSeries::of(values) : std::nullopt;
}

Ball series(const Nodes& nodes, const std::vector<ComplexBall>& values, const std::optional<TurnedSeries>& fine,
            const Ball& eps, bool derivative) {
  constexpr slong run = 16;
  const slong bits = eps.bits();
  const Ball dt(nodes.dt, bits);
  const Ball angle = -eps * dt;
  const auto turned = [](const Ball& phase) {
    const SineCosine at = sin_cos(phase);
    return ComplexBall(at.cosine, at.sine);
  };
  const ComplexBall step = turned(angle);
  const Ball minus_a(-nodes.a, bits);
  if (const auto sums = fine ? fine->at(step, bits) : std::nullopt) {
    Ball first = values.front().real();
    first.mul_2exp(-1);
    const Ball sum = sums->sum.real() - first;
    return (derivative ? minus_a * sum + dt * sums->moment.imaginary() : sum) * dt / Ball::pi(bits);
  }
  Ball sum(0, bits);
  ComplexBall turn(bits);
  for (slong k = 0; k < static_cast<slong>(values.size()); ++k) {
    if (k % run == 0) {
      turn = turned(angle * k);
    } else {
      turn *= step;
    }
    const ComplexBall& value = values[static_cast<std::size_t>(k)];
    Ball part = derivative ? real_of_product(value, turn * ComplexBall(minus_a, -Ball(nodes.dt * k, bits)))
                           : real_of_product(value, turn);
    if (k == 0) part.mul_2exp(-1);
    sum += part;
  }
  return sum * dt / Ball::pi(bits);
}

}  // namespace hallmark::poisson_summation
