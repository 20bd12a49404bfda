#include "bounds/allocation/one_jump.hpp"

#include <algorithm>

#include "bounds/batch/poisson_closed_forms.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"

namespace hallmark::allocation {

using poisson_gaussian::gaussian_profile;

OneJump one_jump_delta(const ProfileParameters& p, const Ball& eps, slong bits) {
  require(p.direction != Direction::both, "one direction");
  const Ball s = 1 / p.sigma.ball(bits);
  const Ball rounds = Ball(p.selected, bits) * p.epochs;
  const Ball mu = s * sqrt(rounds);
  const Ball above = gaussian_profile(mu, eps);
  if (p.direction == Direction::remove) {
    return {gaussian_profile(mu, eps + rounds * log(Ball(p.steps, bits))), above};
  }
  if (p.selected != 1 || p.epochs != 1) return {Ball(0, bits), above};
  const auto steps = static_cast<ulong>(p.steps);
  const auto all_below = [&](const Ball& log_x) { return pow(normal_cdf(log_x / s + s / 2), steps); };
  Ball below(0, bits);
  for (const int j : {1, 6, 40}) {
    const Ball share(pow(Rational(2), -j), bits);
    below = max(below, (1 - share) * all_below(log(share) - eps));
  }
  return {below, min(above, all_below(log(Ball(p.steps, bits)) - eps))};
}

Rational one_jump_epsilon_upper(const ProfileParameters& p, const Number& delta) {
  constexpr slong bits = 256;
  const Ball mu = sqrt(Ball(p.selected, bits) * p.epochs) / p.sigma.ball(bits);
  return (mu * mu / 2 + mu * sqrt_of_nonnegative(-2 * log(delta.ball(bits)))).upper();
}

Bracket one_jump_epsilon(const ProfileParameters& p, const Number& delta) {
  constexpr slong bits = 256;
  const Ball target = delta.ball(bits);
  const auto at = [&](const Rational& eps) { return one_jump_delta(p, Ball(eps, bits), bits); };
  const auto small_enough = [&](const Rational& eps) { return at(eps).upper.upper() <= target.lower(); };
  const auto too_large = [&](const Rational& eps) { return at(eps).lower.lower() > target.upper(); };
  // The ends of the two bounds, each by halving a doubled bracket; what was not proved stays 0, or where it was.
  const auto search = [](const auto& beyond) {
    constexpr int doublings = 400;
    constexpr int halvings = 60;
    Rational lo = 0;
    Rational hi = pow(Rational(2), -30);
    for (int i = 0; i < doublings && !beyond(hi); ++i) {
      lo = hi;
      hi *= 2;
    }
    for (int i = 0; i < halvings; ++i) {
      const Rational middle = (lo + hi) / 2;
      (beyond(middle) ? hi : lo) = middle;
    }
    return std::pair(lo, hi);
  };
  const Rational found = search(small_enough).second;
  const Rational enough = one_jump_epsilon_upper(p, delta);
  const Rational hi = small_enough(found) ? std::min(found, enough) : enough;
  const Rational lo = search([&](const Rational& eps) { return !too_large(eps); }).first;
  return {too_large(lo) ? lo : Rational(0), hi};
}

}  // namespace hallmark::allocation
