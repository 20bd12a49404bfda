#include "bounds/batch/gaussian.hpp"

#include <algorithm>
#include <string_view>

#include "bounds/small_end.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::gaussian {
namespace {

constexpr slong max_rounds = 1'000'000'000'000'000;

void check_positive(std::string_view where, std::string_view name, const Number& value) {
  if (value.sign() <= 0) throw InputError(where, name, value.to_string(), "positive");
}
void check_rounds(std::string_view where, slong rounds) {
  if (rounds < 1 || rounds > max_rounds) {
    throw InputError(where, "rounds", Rational(rounds).to_string(), "an integer from 1 to 10^15");
  }
}

// delta, and its derivatives in eps and in mu.
struct Curve {
  Ball delta;
  Ball in_eps;
  Ball in_mu;
};

// e^eps Phi(-x), x = mu/2 + eps/mu, where density = phi(mu/2 - eps/mu) = e^eps phi(x). Beyond 2^40, where e^eps and Phi
// would overflow each other, Mills' ratio lies between x / (1 + x^2) and 1 / x.
Ball far_tail(const Ball& x, const Ball& density, const Number& eps, slong bits) {
  if (less(x, pow(Rational(2), 40)) != Truth::no) return exponential(eps, bits) * normal_cdf(-x);
  return density * hull(x / (1 + x * x), 1 / x);
}

Curve curve(const Ball& mu, const Number& eps, slong bits) {
  const Ball e = eps.ball(bits);
  const Ball near = mu / 2 - e / mu;
  const Ball pi = Ball::pi(bits);
  const Ball density = exp(-near * near / 2) / sqrt(2 * pi);
  const Ball far = far_tail(mu / 2 + e / mu, density, eps, bits);
  return {clamp(normal_cdf(near) - far, 0, 1), -far, density};
}

Ball mu_of(const Ball& sigma, slong rounds) { return sqrt(Ball(rounds, sigma.bits())) / sigma; }

constexpr slong target_bits(slong digits) { return digits * 16 + 4096; }

}  // namespace

Sample delta_with_slope(const DeltaParameters& x, slong bits) {
  check_positive("gaussian.delta", "sigma", x.sigma);
  check_rounds("gaussian.delta", x.rounds);
  if (x.eps.sign() < 0) throw InputError("gaussian.delta", "eps", x.eps.to_string(), "at least 0");
  const Curve c = curve(mu_of(x.sigma.ball(bits), x.rounds), x.eps, bits);
  return {c.delta, c.in_eps};
}

Ball delta(const DeltaParameters& parameters, slong bits) { return delta_with_slope(parameters, bits).value; }

Inversion epsilon(const EpsilonParameters& x, slong digits, const Budget& budget) {
  check_positive("gaussian.epsilon", "sigma", x.sigma);
  check_rounds("gaussian.epsilon", x.rounds);
  if (x.delta.sign() <= 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError("gaussian.epsilon", "delta", x.delta.to_string(), "positive and at most 1");
  }
  if (less_equal(1, x.delta) == Truth::yes) return {{0, 0}, true, 128, 0};  // asks for nothing
  const auto f = [&](const Rational& eps, slong bits) { return delta_with_slope({x.sigma, eps, x.rounds}, bits); };
  const Truth zero = decide([&](slong bits) { return less_equal(f(0, bits).value, x.delta.ball(2 * bits)); },
                            {.first_bits = 128, .last_bits = 4096, .budget = budget});
  if (zero == Truth::yes) return {{0, 0}, true, 128, 1};
  // At eps = mu^2/2 + mu t with t = sqrt(2 ln(1/delta)): delta(eps) <= Phi(mu/2 - eps/mu) = Phi(-t) <= e^(-t^2/2) =
  // delta.
  constexpr slong bits = 256;
  const Ball mu = mu_of(x.sigma.ball(bits), x.rounds);
  const Rational hi = (mu * mu / 2 + mu * sqrt_of_nonnegative(-2 * log(x.delta.ball(bits)))).upper();
  if (zero == Truth::unknown) {
    const auto value = [&](const Rational& eps, slong at) { return f(eps, at).value; };
    return {{0, small_end(value, x.delta.ball(target_bits(digits)), hi, budget)}, false, 4096, 1};
  }
  return bisect({.f = f, .target = x.delta.ball(target_bits(digits)), .lo = 0, .hi = hi, .digits = digits},
                {.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget});
}

Inversion sigma(const SigmaParameters& x, slong digits, const Budget& budget) {
  check_rounds("gaussian.sigma", x.rounds);
  if (x.eps.sign() < 0) throw InputError("gaussian.sigma", "eps", x.eps.to_string(), "at least 0");
  if (x.delta.sign() <= 0 || less(x.delta, 1) != Truth::yes) {
    throw InputError("gaussian.sigma", "delta", x.delta.to_string(), "positive and below 1");
  }
  const auto f = [&](const Rational& s, slong bits) {
    const Ball sigma_ball(s, bits);
    const Ball mu = mu_of(sigma_ball, x.rounds);
    const Curve c = curve(mu, x.eps, bits);
    return Sample{c.delta, -c.in_mu * mu / sigma_ball};
  };
  // delta(eps) <= delta(0) = 2 Phi(mu/2) - 1 <= mu / sqrt(2 pi) < mu * 2/5, so mu = 5/2 delta is small enough; and as s
  // falls to 0, delta rises to 1.
  constexpr slong bits = 256;
  Rational hi = (sqrt(Ball(x.rounds, bits)) * 2 / (5 * x.delta.ball(bits))).upper();
  // And where eps = mu^2/2 + mu t, t = sqrt(2 ln(1/delta)), delta(eps) <= Phi(-t) <= delta: mu = 2 eps/(t + sqrt(t^2 + 2
  // eps)).
  const Ball e = x.eps.ball(bits);
  const Ball depth = -2 * log(x.delta.ball(bits));
  const Ball mu_enough = 2 * e / (sqrt_of_nonnegative(depth) + sqrt_of_nonnegative(depth + 2 * e));
  if (is_positive(mu_enough) == Truth::yes) hi = std::min(hi, (sqrt(Ball(x.rounds, bits)) / mu_enough).upper());
  return bisect({.f = f, .target = x.delta.ball(target_bits(digits)), .lo = 0, .hi = hi, .digits = digits},
                {.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget});
}

Ball renyi(const RenyiParameters& x, slong bits) {
  check_positive("gaussian.renyi", "sigma", x.sigma);
  check_rounds("gaussian.renyi", x.rounds);
  if (less(1, x.alpha) != Truth::yes) throw InputError("gaussian.renyi", "alpha", x.alpha.to_string(), "above 1");
  const Ball sigma_ball = x.sigma.ball(bits);
  return x.alpha.ball(bits) * x.rounds / (2 * sigma_ball * sigma_ball);
}

}  // namespace hallmark::gaussian
