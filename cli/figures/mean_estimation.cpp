#include "cli/figures/mean_estimation.hpp"

namespace hallmark::cli {

Rational mean_squared_error(const MeanSetting& at, const Rational& sigma) {
  const Rational users = at.users;
  const Rational sampling = at.mean * (Rational(1) - at.mean) / users;
  const Rational noise = Rational(at.steps) * sigma * sigma * at.dimension / (users * users);
  if (!at.poisson) return sampling + noise;
  // A user's batches are Binomial(steps, 1/steps) in number: mean 1, variance 1 - 1/steps.
  return sampling + at.mean * (Rational(1) - Rational(1) / Rational(at.steps)) / users + noise;
}

}  // namespace hallmark::cli
