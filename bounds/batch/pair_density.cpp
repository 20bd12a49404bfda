#include "bounds/batch/pair_density.hpp"

namespace hallmark::poisson_gaussian {

PairDensity::PairDensity(const BatchStep& step, slong records, slong bits)
    : log_rest_(log1p(-step.rate.ball(bits)) * records), rest_(exp(log_rest_)) {
  const Ball q = step.rate.ball(bits);
  const Ball spread = 1 / step.sigma.ball(bits);
  Ball ways(1, bits);
  for (slong j = 1; j <= records; ++j) {
    ways = ways * (records - j + 1) / j;
    terms_.push_back({ways * pow(q, static_cast<ulong>(j)) * pow(1 - q, static_cast<ulong>(records - j)), spread * j});
  }
}

PairDensity::PairDensity(const Number& sigma, const ShiftMixture& mixture, slong bits)
    : log_rest_(0, bits), rest_(0, bits) {
  const Ball spread = 1 / sigma.ball(bits);
  for (std::size_t j = 0; j < mixture.weights.size(); ++j) {
    const Ball mass(mixture.weights[j], bits);
    if (mixture.shifts[j].sign() == 0) {
      rest_ += mass;
    } else {
      terms_.push_back({mass, spread * Ball(mixture.shifts[j], bits)});
    }
  }
  log_rest_ = log(rest_);
}

Ball PairDensity::log_at(const Ball& y) const {
  Ball sum(0, y.bits());
  for (const Term& t : terms_) sum += expm1(t.shift * (y - t.shift / 2)) * t.mass;
  return log1p(sum);
}

ComplexBall PairDensity::log_at(const ComplexBall& y) const {
  ComplexBall sum(y.bits());
  const Ball zero(0, y.bits());
  for (const Term& t : terms_) sum += expm1((y - ComplexBall(t.shift / 2, zero)) * t.shift) * t.mass;
  return log1p(sum);
}

Ball PairDensity::slope_at(const Ball& y) const {
  Ball sum = rest_;
  Ball weighted(0, y.bits());
  for (const Term& t : terms_) {
    const Ball term = exp(t.shift * (y - t.shift / 2)) * t.mass;
    sum += term;
    weighted += term * t.shift;
  }
  return weighted / sum;
}

}  // namespace hallmark::poisson_gaussian
