#include "bounds/batch/poisson_renyi_witness.hpp"

#include "exact/error.hpp"

namespace hallmark::poisson_renyi {

std::optional<witness::OrderBracket> order_bracket(const Sampling& sampling, Direction direction, renyi::Orders orders,
                                                   const Rational& near, const Number& eps, const Number& delta,
                                                   const Budget& budget) {
  require(direction != Direction::both, "one direction");
  constexpr long bits = 192;
  // (a-1) (R_a - eps) + a ln(1 - 1/a) - ln(a-1) - ln(delta): positive where the order a does not prove (eps, delta).
  const auto excess = [&](const Rational& order) {
    const Ball a(order, bits);
    const Ball r = divergence(sampling, order, direction, bits, budget);
    return (a - 1) * (r - eps.ball(bits)) + a * log((a - 1) / a) - log(a - 1) - log(delta.ball(bits));
  };
  const Rational first(orders.first);
  const Rational last(orders.last);
  constexpr long digits = 16;
  const Rational at = 1 + Ball(near - 1, 64).centre(digits);
  const Ball middle = excess(at);
  for (long exponent = 2; exponent <= 14 && !budget.expired(); ++exponent) {
    const Rational width = (at - 1) * pow(Rational(2), -exponent);
    const Rational below = at - width;
    const Rational above = at + width;
    if (below < first || above > last) continue;
    const Ball left = excess(below);
    const Ball right = excess(above);
    const bool falls = less_equal(middle, left) == Truth::yes && less_equal(middle, right) == Truth::yes;
    if (falls && is_positive(2 * middle - right) == Truth::yes && is_positive(2 * middle - left) == Truth::yes) {
      return witness::OrderBracket{direction, below, at, above};
    }
  }
  return std::nullopt;
}

}  // namespace hallmark::poisson_renyi
