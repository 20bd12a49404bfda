#include "bounds/batch/poisson_rare.hpp"

#include <algorithm>

#include "bounds/allocation/spectral.hpp"
#include "bounds/batch/pairs.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::poisson_gaussian {

bool is_very_rare(const Mechanism& m) {
  constexpr const char* few = "1e-8";
  return is_usual(m.pair) && m.steps >= 2 && less(m.rate.ball(64) * m.steps, Rational(few)) == Truth::yes;
}

std::optional<Ball> rare_delta(const DeltaParameters& x, slong digits, const Budget& budget) {
  require(x.direction != Direction::both && is_usual(x.pair) && x.steps >= 2, "one record, one direction, two steps");
  constexpr double most_log_ratio = 20;  // beyond, the inversion takes too long
  const Direction direction = usual_direction(x.pair, x.direction);
  const bool remove = direction == Direction::remove;
  const slong wanted = 64 + digits * 10 / 3;
  const double size = std::min(0.0, roughly(log(x.rate.ball(64) * x.steps)));
  const slong bits = 2 * wanted + 64 - static_cast<slong>(2 * size);
  const Ball q = x.rate.ball(bits);
  const Ball steps(x.steps, bits);
  const Ball out = log1p(-q) * steps;
  const Ball growth = exponential(x.eps, bits);
  const Ball one = steps * q * exp(out - log1p(-q));     // w1
  const Ball several = steps * (steps - 1) * q * q / 2;  // at least w2
  const Ball more = exponential_minus_1(x.eps, bits);    // e^eps - 1
  const Ball g = remove ? more - expm1(out) : -(more + expm1(out) * growth);
  if (is_positive(g) != Truth::yes || is_positive(one) != Truth::yes) return std::nullopt;
  const Ball w = remove ? g / one : growth * one / g;
  const Ball log_ratio = log(w);
  if (!log_ratio.is_finite() || !(std::abs(roughly(log_ratio)) < most_log_ratio)) return std::nullopt;
  const Rational near = log_ratio.centre();
  auto value = allocation::spectral_delta({x.sigma, x.steps, direction}, Number(near), wanted, budget);
  if (!value || !value->is_finite()) return std::nullopt;
  Ball divergence = value->with_bits(bits);
  divergence.widen(w - exp(Ball(near, bits)));
  divergence = max(divergence, Ball(0, bits));
  if (remove) return plus_up_to(divergence * one, several);
  return max(-plus_up_to(-(divergence * g), growth * several), Ball(0, bits));
}

}  // namespace hallmark::poisson_gaussian
