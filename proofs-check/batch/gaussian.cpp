#include "batch/gaussian.hpp"

namespace hallmark::check {

Interval gaussian_delta(const Number& sigma, const Number& eps, Count rounds, const Effort& effort) {
  // 320 bits: for mu down to 10^-30 the two terms agree to about 100 bits, and eps/mu takes some more.
  const Count precision = effort.bits + 320;
  const Interval mu = sqrt(integer(rounds, precision)) / enclose(sigma, precision);
  return gaussian_profile(mu, enclose(eps, precision), enclose_exp(eps, precision));
}

std::optional<Rational> gaussian_divergence(const Number& alpha, const Number& sigma, Count rounds) {
  if (alpha.kind != Number::Kind::rational || sigma.kind != Number::Kind::rational) return std::nullopt;
  return alpha.argument * rounds / (2 * sigma.argument * sigma.argument);
}

}  // namespace hallmark::check
