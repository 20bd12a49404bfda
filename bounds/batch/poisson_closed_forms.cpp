#include "bounds/batch/poisson_closed_forms.hpp"

#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::poisson_gaussian {
namespace {

// e^eps Phi(-x) with density = phi(mu/2 - eps/mu) = e^eps phi(x); beyond 2^40 by Mills' ratio, as gaussian.cpp.
Ball far_tail(const Ball& x, const Ball& density, const Ball& eps) {
  if (less(x, pow(Rational(2), 40)) != Truth::no) return exp(eps) * normal_cdf(-x);
  return density * hull(x / (1 + x * x), 1 / x);
}

}  // namespace

Ball gaussian_profile(const Ball& mu, const Ball& eps) {
  const long bits = mu.bits();
  const Ball near = mu / 2 - eps / mu;
  const Ball pi = Ball::pi(bits);
  const Ball density = exp(-near * near / 2) / sqrt(2 * pi);
  return clamp(normal_cdf(near) - far_tail(mu / 2 + eps / mu, density, eps), 0, 1);
}

Ball one_step(const DeltaParameters& x, long bits) {
  require(x.direction != Direction::both, "one direction");
  const Ball q = x.rate.ball(bits);
  const Ball eps = x.eps.ball(bits);
  const Ball mu = 1 / x.sigma.ball(bits);
  const Ball growth = exponential_minus_1(x.eps, bits);  // e^eps - 1
  if (x.direction == Direction::remove) {
    const Ball w = 1 + growth / q;
    if (is_positive(w) == Truth::yes) return q * gaussian_profile(mu, log1p(growth / q));
    if (is_positive(w) == Truth::no) return -growth;
    return clamp(hull(-growth, q * max(w, Ball(0, bits)) - growth), 0, 1);  // E(X - w)_+ <= 1 - w + w_+
  }
  // w' = 1 - (1 - e^-eps)/q
  const Ball fall = growth / (1 + growth) / q;
  const Ball w = 1 - fall;
  if (is_positive(w) == Truth::yes) return (1 + growth) * q * w * gaussian_profile(mu, -log1p(-fall));
  if (is_positive(w) == Truth::no) return {0, bits};
  return clamp(hull(Ball(0, bits), (1 + growth) * q * max(w, Ball(0, bits))), 0, 1);  // E(w' - X)_+ <= w'_+
}

Ball elementary(const DeltaParameters& x, long bits) {
  require(x.direction != Direction::both, "one direction");
  const Ball q = x.rate.ball(bits);
  const Ball sigma = x.sigma.ball(bits);
  const Ball growth = exponential(x.eps, bits);
  const Ball steps(x.steps, bits);
  const Ball c = 1 / (2 * sigma) + sigma * x.eps.ball(bits) / 2;
  // ln of the probabilities that no step exceeds c, under B^T and A^T, through the small complements.
  const Ball above_b = normal_cdf(-c);
  const Ball above_a = (1 - q) * above_b + q * normal_cdf(1 / sigma - c);
  const Ball none_b = steps * log1p(-above_b);
  const Ball none_a = steps * log1p(-above_a);
  const Ball out = steps * log1p(-q);  // ln (1-q)^T; -inf for q = 1
  Ball lower(0, bits);
  Ball upper(1, bits);
  if (x.direction == Direction::remove) {
    lower = -expm1(none_a) + growth * expm1(none_b);
    if (x.eps.sign() >= 0 && out.is_finite()) upper = -expm1(out);
    if (x.eps.sign() < 0) lower = max(lower, -exponential_minus_1(x.eps, bits));
  } else {
    lower = exp(none_b) - growth * exp(none_a);
    if (out.is_finite()) upper = max(-expm1(x.eps.ball(bits) + out), Ball(0, bits));
  }
  if (!lower.is_finite()) lower = Ball(0, bits);
  lower = max(lower, Ball(0, bits));
  return clamp(hull(lower, upper), 0, 1);
}

Rational epsilon_upper(const Mechanism& mechanism, const Number& delta) {
  constexpr long bits = 256;
  const Ball mu = sqrt(Ball(mechanism.steps, bits)) / mechanism.sigma.ball(bits);
  return (mu * mu / 2 + mu * sqrt_of_nonnegative(-2 * log(delta.ball(bits)))).upper();
}

Rational sigma_upper(long steps, const Number& delta) {
  constexpr long bits = 256;
  return (sqrt(Ball(steps, bits)) * 2 / (5 * delta.ball(bits))).upper();
}

}  // namespace hallmark::poisson_gaussian
