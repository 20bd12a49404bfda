#include "bounds/shuffle/advanced_composition.hpp"

#include <algorithm>

#include "bounds/shuffle/clones.hpp"
#include "bounds/shuffle/inversion.hpp"
#include "exact/binomial.hpp"
#include "exact/error.hpp"

namespace hallmark::clones {
namespace {

void check_rounds(std::string_view where, slong rounds, slong most, std::string_view condition) {
  if (rounds < 1 || rounds > most) throw InputError(where, "rounds", Rational(rounds).to_string(), condition);
}

// The largest l with (rounds - 2 l) eps0 > eps: exact where the ratio eps / eps0 is rational; else the ball's upper
// guess, which is too large by a tie at most.
std::optional<slong> last_gain(const CompositionDelta& x, slong bits) {
  Ball at(0, bits);
  const auto eps = x.eps.rational();
  const auto eps0 = x.eps0.rational();
  if (eps && eps0) {
    at = Ball((Rational(x.rounds) - *eps / *eps0) / 2, bits);
  } else {
    at = (x.rounds - x.eps.ball(bits) / x.eps0.ball(bits)) / 2;
  }
  if (!at.is_bounded()) return std::nullopt;
  const Rational low = floor(at.lower());
  const Rational high = floor(at.upper());
  if (high > low + 1) return std::nullopt;
  return std::min(high, Rational(x.rounds)).to_long();
}

}  // namespace

Sample composition_delta_with_slope(const CompositionDelta& x, slong bits, const Budget& budget) {
  constexpr std::string_view where = "composition";
  check_rounds(where, x.rounds, max_reports, "an integer from 1 to 10^15");
  if (x.eps0.sign() <= 0) throw InputError(where, "eps0", x.eps0.to_string(), "positive");
  if (x.eps.sign() < 0) throw InputError(where, "eps", x.eps.to_string(), "at least 0");
  const auto t = last_gain(x, bits);
  if (!t) return nothing_known(bits);
  if (*t < 0) return {Ball(0, bits), Ball(0, bits)};
  const Ball e = exponential(x.eps0, bits);
  const Ball w = exponential(x.eps, bits);
  const Ball a = e / (e + 1);
  const Ball b = 1 / (e + 1);
  // Pr[Bin(rounds, p) <= t] = Pr[Bin(rounds, 1-p) >= rounds - t].
  const auto at_t = [&](slong last) {
    const Ball first = upper_tail({x.rounds, a, b}, x.rounds - last, budget);
    const Ball second = upper_tail({x.rounds, b, a}, x.rounds - last, budget);
    return Sample{first - w * second, -w * second};
  };
  const Sample here = at_t(*t);
  if (!here.value.is_finite()) return nothing_known(bits);
  // The summand of t itself may be a tie, or just below 0 where the ball of its place reached an integer: leaving it
  // out gives less if it is positive, and any t gives less than the largest.
  const Ball summand = pmf({x.rounds, b, a}, *t) - w * pmf({x.rounds, a, b}, *t);
  const Ball value = is_positive(summand) == Truth::yes ? here.value : hull(here.value, here.value - summand);
  return {clamp(value, 0, 1), here.slope};
}

Ball composition_delta(const CompositionDelta& parameters, slong bits, const Budget& budget) {
  return composition_delta_with_slope(parameters, bits, budget).value;
}

namespace {

// The smallest eps' of x.rounds rounds that are (eps1, delta1)-DP each.
Inversion composed_epsilon(const AdvancedCompositionParameters& x, const Rational& eps1, const Rational& delta1,
                           slong digits, const Budget& budget) {
  if (eps1.sign() == 0) return {{0, 0}, true, 128, 0};
  const auto curve = [&](const Number& eps, slong precision) {
    const Sample s = composition_delta_with_slope({eps1, x.rounds, eps}, precision, budget);
    // 1 - keep (1 - delta') = lost + keep delta', keep = (1 - delta1)^rounds = 1 - lost.
    const Ball lost = -expm1(log1p(-Ball(delta1, precision)) * x.rounds);
    return Sample{lost + (1 - lost) * s.value, (1 - lost) * s.slope};
  };
  const Rational hi = eps1 * x.rounds;
  constexpr slong last_bits = 4096;
  const Truth zero =
      decide([&](slong precision) { return less_equal(curve(0, precision).value, x.delta.ball(2 * precision)); },
             {.first_bits = 128, .last_bits = last_bits, .budget = budget});
  if (zero == Truth::yes) return {{0, 0}, true, 128, 1};
  if (zero == Truth::unknown) return {{0, hi}, false, last_bits, 1};
  return bisect({.f = [&](const Rational& eps, slong precision) { return curve(eps, precision); },
                 .target = x.delta.ball(digits * 16 + last_bits),
                 .lo = 0,
                 .hi = hi,
                 .digits = digits},
                {.first_bits = 128, .last_bits = bisection_bits(digits), .budget = budget});
}

}  // namespace

AdvancedComposition advanced_composition(const AdvancedCompositionParameters& x, slong digits, const Budget& budget) {
  constexpr std::string_view where = "clones.epsilon.advanced-composition";
  check_domain(where, x.n, x.eps0);
  constexpr slong most_rounds = 1'000'000'000;
  check_rounds(where, x.rounds, most_rounds, "an integer from 1 to 10^9");
  if (x.delta.sign() <= 0 || less_equal(x.delta, 1) != Truth::yes) {
    throw InputError(where, "delta", x.delta.to_string(), "positive and at most 1");
  }
  if (x.rounds == 1) {
    const Inversion one = epsilon({x.n, x.eps0, x.delta}, digits, budget);
    return {one, one.bracket};
  }
  // delta1 = delta / (2 rounds), rounded down to a short rational where delta is not rational.
  constexpr slong bits = 256;
  const auto rational = x.delta.rational();
  const Rational delta1 = (rational ? *rational : x.delta.ball(bits).lower()) / (2 * x.rounds);
  const Inversion first = epsilon({x.n, x.eps0, delta1}, digits + 3, budget);
  const Rational eps1 = first.bracket.hi;
  if (eps1.sign() == 0) return {{{0, 0}, first.reached, first.bits, first.evaluations}, {0, 0}};
  // The number rises with eps1 and delta1 is rounded too: its lower end takes the other ends.
  const Rational most_delta1 = (rational ? *rational : x.delta.ball(bits).upper()) / (2 * x.rounds);
  const Rational least_eps1 =
      rational ? first.bracket.lo : epsilon({x.n, x.eps0, most_delta1}, digits + 3, budget).bracket.lo;
  Inversion upper = composed_epsilon(x, eps1, most_delta1, digits, budget);
  const Inversion lower = composed_epsilon(x, least_eps1, delta1, digits, budget);
  upper.bracket.lo = std::min(upper.bracket.lo, lower.bracket.lo);
  upper.reached = upper.reached && lower.reached && first.reached &&
                  has_digits(upper.bracket.lo, upper.bracket.hi, std::max(slong{1}, digits - 1));
  upper.bits = std::max(upper.bits, first.bits);
  return {upper, {least_eps1, eps1}};
}

}  // namespace hallmark::clones
