#include "bounds/composition/line_cover.hpp"

#include <algorithm>
#include <cmath>

#include "exact/proposal.hpp"

namespace hallmark::composition {

double cover_step(double t, double g, double norm, double spread, double small_enough) {
  const double allowed = std::max((norm * norm - g) / 6, small_enough * small_enough - g);
  const double flat = allowed / (2 * norm * std::sqrt(norm * spread));
  // h (t + h) 2 N S = allowed
  const double near = (std::sqrt(t * t + 2 * allowed / (norm * spread)) - t) / 2;
  return std::max(flat, near);
}

Ball largest_between(const LineFacts& facts, const Rational& from, const Rational& to, const Budget& budget) {
  constexpr slong most_points = 40'000;
  const Ball& norm = facts.norm;
  const slong bits = norm.bits();
  const Ball slope = 2 * norm * sqrt_of_nonnegative(norm * facts.spread);
  const double about_norm = roughly(norm), about_spread = roughly(facts.spread);
  Ball largest(0, bits);
  Rational t = from;
  for (slong i = 0; t < to; ++i) {
    if (i == most_points || budget.expired()) return norm;
    const Ball value = abs_upper_end(facts.modulus(t));
    if (!value.is_finite()) return norm;
    const Ball square = value * value;
    const double step =
        cover_step(roughly(Ball(t, bits)), roughly(square), about_norm, about_spread, facts.small_enough);
    if (!(step > 0) || !std::isfinite(step)) return norm;
    const Rational next = t + short_dyadic(step, 20);
    const Ball growth = min(slope, 2 * Ball(next, bits) * norm * facts.spread) * Ball(next - t, bits);
    largest = max(largest, square + growth);
    t = next;
  }
  return abs_upper_end(min(norm, sqrt_of_nonnegative(largest)));
}

}  // namespace hallmark::composition
