#include "bounds/batch/poisson_closed_forms.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "bounds/batch/pair_density.hpp"
#include "bounds/batch/pairs.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

// e^eps Phi(-x) with density = phi(mu/2 - eps/mu) = e^eps phi(x); beyond 2^40 by Mills' ratio, as gaussian.cpp.
Ball far_tail(const Ball& x, const Ball& density, const Ball& eps) {
  if (less(x, pow(Rational(2), 40)) != Truth::no) return exp(eps) * normal_cdf(-x);
  return density * hull(x / (1 + x * x), 1 / x);
}

}  // namespace

Ball gaussian_profile(const Ball& mu, const Ball& eps) {
  const slong bits = mu.bits();
  const Ball near = mu / 2 - eps / mu;
  const Ball pi = Ball::pi(bits);
  const Ball density = exp(-near * near / 2) / sqrt(2 * pi);
  return clamp(normal_cdf(near) - far_tail(mu / 2 + eps / mu, density, eps), 0, 1);
}

namespace {

// h(w) = q H_a(N(2/sigma) || N(0)), a = 1 + (w-1)/q, for w >= 1; 1 - w + w h(1/w) below.
Ball coupled_step(const DeltaParameters& x, slong bits) {
  const Ball q = x.rate.ball(bits);
  const Ball mu = 2 / x.sigma.ball(bits);
  const Ball growth = exponential_minus_1(x.eps, bits);  // w - 1
  if (x.eps.sign() >= 0) return q * gaussian_profile(mu, log1p(growth / q));
  const Ball turned = -growth / (1 + growth);  // 1/w - 1
  return (1 + growth) * q * gaussian_profile(mu, log1p(turned / q)) - growth;
}

// The place where ln(A/B) = eps: it increases. A ball around it that shrinks with the bits; anything where none is
// found.
Ball crossing(const PairDensity& above, const PairDensity& below, const Ball& eps) {
  const slong bits = eps.bits();
  const auto value = [&](const Rational& y) {
    return above.log_at(Ball(y, bits)) - below.log_at(Ball(-y, bits)) - eps;
  };
  constexpr int most = 400;
  Rational lo = -1;
  Rational hi = 1;
  int steps = 0;
  for (; steps < most && is_positive(-value(lo)) != Truth::yes; ++steps) lo = lo * 2;
  for (; steps < most && is_positive(value(hi)) != Truth::yes; ++steps) hi = hi * 2;
  if (steps >= most) return Ball::anything(bits);
  for (slong i = 0; i < 2 * bits; ++i) {
    const Rational middle = (lo + hi) / 2;
    const Truth right = is_positive(value(middle));
    if (right == Truth::unknown) {  // it is next to the middle: as near as the signs tell
      Rational apart = pow(Rational(2), -bits);
      for (; apart < hi - middle; apart = apart * 256) {
        if (is_positive(value(middle + apart)) == Truth::yes && is_positive(-value(middle - apart)) == Truth::yes) {
          return Ball::between(middle - apart, middle + apart, bits);
        }
      }
      break;
    }
    (right == Truth::yes ? hi : lo) = middle;
  }
  return Ball::between(lo, hi, bits);
}

}  // namespace

Sample one_step_of(const PairDensity& above, const PairDensity& below, const ExpOfEps& at) {
  const slong bits = at.eps.bits();
  if (above.positive_shifts() == 0 && less_equal(-below.log_constant(), at.eps) == Truth::yes) {
    return {Ball(0, bits), Ball(0, bits)};
  }
  if (below.positive_shifts() == 0 && less_equal(at.eps, above.log_constant()) == Truth::yes) {
    return {-at.growth, -at.w};
  }
  const Ball y = crossing(above, below, at.eps);
  if (!y.is_finite()) return {hull(Ball(0, bits), Ball(1, bits)), Ball::anything(bits)};
  const Ball p = above.mean([&](const Ball& shift) { return normal_cdf(shift - y); });
  const Ball wq = at.w * below.mean([&](const Ball& shift) { return normal_cdf(-shift - y); });
  return {clamp(p - wq, 0, 1), -wq};
}

Ball one_step(const DeltaParameters& x, slong bits) {
  require(x.direction != Direction::both, "one direction");
  if (x.pair.coupled) return coupled_step(x, bits);
  if (!is_usual(x.pair)) {
    const Pair pair = directed(x.pair, x.direction);
    const BatchStep step{x.sigma, x.rate};
    return one_step_of(PairDensity(step, pair.up, bits), PairDensity(step, pair.down, bits),
                       {x.eps.ball(bits), exponential(x.eps, bits), exponential_minus_1(x.eps, bits)})
        .value;
  }
  const Direction direction = usual_direction(x.pair, x.direction);
  const Ball q = x.rate.ball(bits);
  const Ball eps = x.eps.ball(bits);
  const Ball mu = 1 / x.sigma.ball(bits);
  const Ball growth = exponential_minus_1(x.eps, bits);  // e^eps - 1
  if (direction == Direction::remove) {
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

namespace {

// A threshold of the sum of all outputs, and the order of the Chernoff bound of its lower tail under A^T; nothing where
// they prove little. In floating point: proposals.
struct SumEvent {
  Rational c;
  Rational theta;
};
std::optional<SumEvent> sum_event(const DeltaParameters& x) {
  const double q = roughly(x.rate.ball(64));
  const double sigma = roughly(x.sigma.ball(64));
  const double eps = roughly(x.eps.ball(64)) * (usual_direction(x.pair, x.direction) == Direction::remove ? 1 : -1);
  const auto steps = static_cast<double>(x.steps);
  const double variance = steps * sigma * sigma;
  if (!(sigma > 1e-10) || !(sigma < 1e10)) return std::nullopt;
  constexpr double enough = 8;
  std::optional<SumEvent> best;
  double most = enough;
  for (int i = -80; i <= 16; ++i) {
    const double theta = steady::exp2(i / 2.0);
    const double moment = steps * steady::log1p(q * steady::expm1(-theta)) + theta * theta * variance / 2 - eps;
    if (!(moment < 0)) continue;
    // Where both tails weigh the same.
    const double c = variance * (-theta + std::sqrt(theta * theta - 2 * moment / variance));
    const double size = -(moment + theta * c) - std::max(eps, 0.0);
    if (!(size > most) || !std::isfinite(c) || !(c > 0)) continue;
    most = size;
    constexpr int kept = 40;
    best = SumEvent{short_dyadic(c, kept), short_dyadic(theta, kept)};
  }
  return best;
}

// P(E) - e^eps Q(E) from below.
Ball by_sum(const DeltaParameters& x, const SumEvent& e, slong bits) {
  const Ball q = x.rate.ball(bits);
  const Ball sigma = x.sigma.ball(bits);
  const Ball growth = exponential(x.eps, bits);
  const Ball c(e.c, bits);
  const Ball theta(e.theta, bits);
  const Ball moment = log1p(q * expm1(-theta)) + theta * theta * sigma * sigma / 2;
  const Ball few = exp(moment * x.steps + theta * c);                      // at least Pr[sum < c] under A^T
  const Ball many = normal_cdf(-c / (sigma * sqrt(Ball(x.steps, bits))));  // Pr[sum >= c] under B^T
  return usual_direction(x.pair, x.direction) == Direction::remove ? 1 - few - growth * many : 1 - many - growth * few;
}

}  // namespace

namespace {

// 1 - e^eps <= delta <= 1 - min((1-q)^(T up), e^eps (1-q)^(T down)): both laws have in common what nobody took part in.
Ball between_simple(const DeltaParameters& x, slong bits) {
  const Pair pair = x.pair.coupled ? Pair{1, 1, true} : directed(x.pair, x.direction);
  const Ball out = log1p(-x.rate.ball(bits)) * x.steps;
  const Ball least = max(-exponential_minus_1(x.eps, bits), Ball(0, bits));
  if (!out.is_finite()) return clamp(hull(least, Ball(1, bits)), 0, 1);
  const Ball most = max(-expm1(out * pair.up), -expm1(out * pair.down + x.eps.ball(bits)));
  return clamp(hull(least, most), 0, 1);
}

}  // namespace

Ball elementary(const DeltaParameters& x, slong bits) {
  require(x.direction != Direction::both, "one direction");
  if (!is_usual(x.pair)) return between_simple(x, bits);
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
  if (usual_direction(x.pair, x.direction) == Direction::remove) {
    lower = -expm1(none_a) + growth * expm1(none_b);
    if (x.eps.sign() >= 0 && out.is_finite()) upper = -expm1(out);
    if (x.eps.sign() < 0) lower = max(lower, -exponential_minus_1(x.eps, bits));
  } else {
    lower = exp(none_b) - growth * exp(none_a);
    if (out.is_finite()) upper = max(-expm1(x.eps.ball(bits) + out), Ball(0, bits));
  }
  if (!lower.is_finite()) lower = Ball(0, bits);
  if (const auto event = sum_event(x)) {
    if (const Ball most = by_sum(x, *event, bits); most.is_finite()) lower = max(lower, most);
  }
  lower = max(lower, Ball(0, bits));
  return clamp(hull(lower, upper), 0, 1);
}

Rational epsilon_upper(const Mechanism& mechanism, const Number& delta) {
  constexpr slong bits = 256;
  const Ball mu = sqrt(Ball(mechanism.steps, bits)) * farthest_apart(mechanism.pair) / mechanism.sigma.ball(bits);
  return (mu * mu / 2 + mu * sqrt_of_nonnegative(-2 * log(delta.ball(bits)))).upper();
}

Rational sigma_upper(const Mechanism& mechanism, const Number& delta) {
  constexpr slong bits = 256;
  const Ball shift = sqrt(Ball(mechanism.steps, bits)) * farthest_apart(mechanism.pair);
  return (shift * 2 / (5 * delta.ball(bits))).upper();
}

}  // namespace hallmark::poisson_gaussian
