#include "bounds/batch/substitution.hpp"

#include <algorithm>

#include "bounds/batch/poisson_profile.hpp"
#include "exact/error.hpp"

namespace hallmark::poisson_gaussian {
namespace {

constexpr slong bits = 192;

void check(const Mechanism& x, const Number& delta) {
  constexpr std::string_view where = "poisson-gaussian.epsilon.substitution";
  constexpr slong max_steps = 1'000'000'000'000'000;
  if (x.sigma.sign() <= 0) throw InputError(where, "sigma", x.sigma.to_string(), "positive");
  if (x.rate.sign() <= 0 || less_equal(x.rate, 1) != Truth::yes) {
    throw InputError(where, "rate", x.rate.to_string(), "positive and at most 1");
  }
  if (x.steps < 1 || x.steps > max_steps) {
    throw InputError(where, "steps", Rational(x.steps).to_string(), "an integer from 1 to 10^15");
  }
  if (delta.sign() <= 0 || less_equal(delta, 1) != Truth::yes) {
    throw InputError(where, "delta", delta.to_string(), "positive and at most 1");
  }
}

Ball product(const Rational& delta, const Rational& eps) { return Ball(delta, bits) * (1 + exp(Ball(eps, bits))); }

// An eps that is enough for certain: delta_P(eps) <= e^(-z^2/2) at eps = mu z + mu^2/2, z >= 0, mu = sqrt(T)/sigma
// (epsilon_upper), 1 + e^eps <= 2 e^eps, and (z - mu)^2 = 2 mu^2 + 2 ln(2/delta).
Rational certainly_enough(const Mechanism& mechanism, const Number& delta) {
  const Ball mu = sqrt(Ball(mechanism.steps, bits)) / mechanism.sigma.ball(bits);
  const Ball z = mu + sqrt(2 * mu * mu + 2 * log(2 / delta.ball(bits)));
  return (mu * z + mu * mu / 2).upper();
}

}  // namespace

Inversion epsilon_substitution_upper(const Mechanism& mechanism, const Number& delta, slong digits,
                                     const Budget& budget) {
  check(mechanism, delta);
  LargerProfile profile(mechanism, budget);
  const Ball target = delta.ball(bits);
  const slong value_digits = digits + 2;
  const auto is_enough = [&](const Rational& eps) {
    return less_equal(product(profile.delta(eps, value_digits).hi, eps), target) == Truth::yes;
  };
  if (is_enough(0)) return {{0, 0}, true, bits, profile.evaluations()};
  // An eps that is enough, and one that is not: proposals for the lower end.
  Rational hi = 1;
  constexpr int most_doublings = 300;
  for (int i = 0; !is_enough(hi); ++i) {
    if (i == most_doublings || budget.expired()) {
      return {{0, certainly_enough(mechanism, delta) * 2}, false, bits, profile.evaluations()};
    }
    hi = hi * 2;
  }
  while (!budget.expired() && is_enough(hi / 2)) hi = hi / 2;
  Rational lo = hi / 2;
  while (!has_digits(lo, hi, digits + 1) && !budget.expired()) {
    const Rational m = Ball((lo + hi) / 2, 64).centre(64);
    if (m <= lo || m >= hi) break;
    (is_enough(m) ? hi : lo) = m;
  }
  // Far enough below for the values to tell.
  lo = std::min(lo, Ball(hi * (1 - pow(Rational(10), -digits) / 2), bits).centre(bits));
  // delta_P(r) (1 + e^l) > delta from l = ln(delta/delta_P(r) - 1) on.
  const Ball almost = target * (1 + Ball(pow(Rational(10), -(digits + 6)), bits));
  Rational right = lo;
  constexpr int most_intervals = 2000;
  bool covered = false;
  for (int i = 0; i < most_intervals && !covered && !budget.expired(); ++i) {
    const Rational level = profile.delta(right, value_digits).lo;
    if (level.sign() <= 0) break;
    covered = less(target, product(level, 0)) == Truth::yes;
    if (covered) break;
    const Ball left = log(almost / Ball(level, bits) - 1);
    if (!left.is_finite()) break;
    const Rational next = std::max(left.centre(bits / 2), Rational(0));
    if (next >= right || less(target, product(level, next)) != Truth::yes) break;
    right = next;
    covered = right.sign() == 0;
  }
  const Rational below = covered ? lo : Rational(0);
  return {{below * 2, hi * 2}, covered && has_digits(below, hi, digits), bits, profile.evaluations()};
}

}  // namespace hallmark::poisson_gaussian
