#include "bounds/shuffle/inversion.hpp"

#include <algorithm>

#include "bounds/small_end.hpp"
#include "exact/error.hpp"

namespace hallmark {

Sample nothing_known(slong bits) { return {Ball::between(0, 1, bits), Ball::anything(bits)}; }

Inversion invert_on_eps0(std::string_view where, const Number& eps0, const Number& delta,
                         const std::function<Sample(const Number& eps, slong bits)>& curve,
                         const std::function<std::optional<Rational>()>& delta_0_exact, slong digits,
                         const Budget& budget) {
  if (delta.sign() < 0 || less_equal(delta, 1) != Truth::yes)
    throw InputError(where, "delta", delta.to_string(), "from 0 to 1");
  const auto exact_eps0 = eps0.rational();
  const Ball eps0_ball = eps0.ball(digits * 4 + 64);
  const Rational hi = exact_eps0 ? *exact_eps0 : eps0_ball.upper();
  if (delta.sign() == 0) {
    const Rational lo = exact_eps0 ? hi : std::max(eps0_ball.lower(), Rational(0));
    return {{lo, hi}, has_digits(lo, hi, digits), eps0_ball.bits(), 0};
  }

  // Is delta(0), the total variation, already small enough?
  constexpr slong first_bits = 128;
  constexpr slong last_bits = 4096;
  Truth zero = decide([&](slong bits) { return less_equal(curve(0, bits).value, delta.ball(2 * bits)); },
                      {.first_bits = first_bits, .last_bits = last_bits, .budget = budget});
  if (zero == Truth::unknown) {
    const auto exact = delta_0_exact();
    if (exact && delta.rational()) zero = truth(*exact <= *delta.rational());
  }
  if (zero == Truth::yes) return {{0, 0}, true, first_bits, 1};
  if (zero == Truth::unknown) {
    const auto value = [&](const Rational& eps, slong bits) { return curve(eps, bits).value; };
    return {{0, small_end(value, delta.ball(16 * last_bits), hi, budget)}, false, last_bits, 1};
  }
  return bisect({.f = [&](const Rational& eps, slong bits) { return curve(eps, bits); },
                 .target = delta.ball(digits * 16 + last_bits),
                 .lo = 0,
                 .hi = hi,
                 .digits = digits},
                {.first_bits = first_bits, .last_bits = bisection_bits(digits), .budget = budget});
}

}  // namespace hallmark
