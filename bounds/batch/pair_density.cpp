#include "bounds/batch/pair_density.hpp"

namespace hallmark::poisson_gaussian {

PairDensity::PairDensity(const BatchStep& step, slong records, slong bits)
    : log_rest_(log1p(-step.rate.ball(bits))), spread_(1 / step.sigma.ball(bits)) {
  const Ball q = step.rate.ball(bits);
  Ball ways(1, bits);
  for (slong j = 1; j <= records; ++j) {
    ways = ways * (records - j + 1) / j;
    mass_.push_back(ways * pow(q, static_cast<ulong>(j)) * pow(1 - q, static_cast<ulong>(records - j)));
  }
}

Ball PairDensity::log_at(const Ball& y) const {
  Ball sum(0, y.bits());
  for (slong j = 1; j <= records(); ++j) {
    const Ball shift = spread_ * j;
    sum += expm1(shift * (y - shift / 2)) * mass(j);
  }
  return log1p(sum);
}

ComplexBall PairDensity::log_at(const ComplexBall& y) const {
  ComplexBall sum(y.bits());
  const Ball zero(0, y.bits());
  for (slong j = 1; j <= records(); ++j) {
    const Ball shift = spread_ * j;
    sum += expm1((y - ComplexBall(shift / 2, zero)) * shift) * mass(j);
  }
  return log1p(sum);
}

Ball PairDensity::slope_at(const Ball& y) const {
  Ball sum = exp(log_constant());
  Ball weighted(0, y.bits());
  for (slong j = 1; j <= records(); ++j) {
    const Ball shift = spread_ * j;
    const Ball term = exp(shift * (y - shift / 2)) * mass(j);
    sum += term;
    weighted += term * j;
  }
  return weighted * spread_ / sum;
}

}  // namespace hallmark::poisson_gaussian
