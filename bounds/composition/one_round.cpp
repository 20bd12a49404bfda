#include <algorithm>

#include "bounds/composition/routes.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::composition {
namespace {

constexpr slong bits = 64;

// The mechanism whose rounds these are, where one round says what it is, or its outcomes do.
const Phase* single(const Groups& groups) {
  if (!groups.gaussian.empty() || groups.phases.size() != 1) return nullptr;
  const Phase& p = groups.phases.front();
  return p.one_round || (p.atoms && p.rounds > 1) ? &p : nullptr;
}

RationalEnds one(const Phase& phase, Direction direction, const Rational& eps, const Budget& budget) {
  constexpr std::size_t few = 4000;
  Ball value = Ball::anything(bits);
  if (phase.one_round) {
    value = phase.one_round(direction, eps, bits, budget);
  } else if (const auto list = listed(phase, direction, {.bits = 2 * bits, .tail_bits = bits, .most = few}, budget)) {
    value = one_round_delta(*list, exp(Ball(eps, 2 * bits)));
  }
  if (!value.is_finite()) return {Rational(0), Rational(1)};
  return {std::max(value.lower(), Rational(0)), std::min(value.upper(), Rational(1))};
}

// 1 - (1 - d)^rounds, from above.
Rational of_all(const Rational& d, slong rounds) {
  const Ball some = -expm1(log1p(-Ball(d, bits)) * rounds);
  return some.is_finite() ? std::min(some.upper(), Rational(1)) : Rational(1);
}

}  // namespace

RationalEnds delta_by_one_round(const Groups& groups, Direction direction, const Number& eps, const Budget& budget) {
  RationalEnds ends{Rational(0), Rational(1)};
  const Phase* phase = single(groups);
  if (phase == nullptr || eps.sign() < 0) return ends;
  const Ball at = eps.ball(bits);
  ends.lo = one(*phase, direction, at.upper(), budget).lo;
  // Below eps/R by a rounding at most, where delta is no smaller.
  const Rational share = std::max(at.lower(), Rational(0)) / phase->rounds;
  ends.hi = of_all(one(*phase, direction, Ball(share, bits).lower(), budget).hi, phase->rounds);
  return ends;
}

OneRoundEpsilon epsilon_by_one_round(const Groups& groups, Direction direction, const Number& target,
                                     const Budget& budget) {
  OneRoundEpsilon ends{Rational(0), std::nullopt};
  const Phase* phase = single(groups);
  if (phase == nullptr || target.sign() <= 0) return ends;
  const Rational below = target.ball(bits).lower();
  const Rational above = target.ball(bits).upper();
  const auto most = largest_epsilon(groups, target);
  if (!most) return ends;
  // An eps at which `holds`, none where it never does; by halving, to a part in 64.
  const auto least = [&](const Rational& end, const auto& holds) -> std::optional<Rational> {
    constexpr int trials = 14;
    std::optional<Rational> found;
    Rational lo = 0;
    Rational hi = end;
    for (int i = 0; i < trials && !budget.expired(); ++i) {
      const Rational middle = Ball((lo + hi) / 2, bits).centre();
      const bool is_enough = holds(middle);
      (is_enough ? hi : lo) = middle;
      if (is_enough) found = middle;
    }
    return found;
  };
  const Rational end = *most / phase->rounds;
  if (const auto enough = least(end, [&](const Rational& x) {
        return of_all(one(*phase, direction, x, budget).hi, phase->rounds) <= below;
      })) {
    ends.hi = *enough * phase->rounds;
  }
  least(end, [&](const Rational& x) {
    const bool too_large = one(*phase, direction, x, budget).lo > above;
    if (too_large) ends.lo = std::max(ends.lo, x);
    return !too_large;
  });
  return ends;
}

}  // namespace hallmark::composition
