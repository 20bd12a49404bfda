#include "exact/normal.hpp"

#include <utility>

namespace hallmark {

Ball erfc(const Ball& x) {
  Ball r(0, x.bits());
  arb_hypgeom_erfc(r.raw(), x.raw(), x.bits());
  return r;
}

Ball normal_cdf(const Ball& x) { return erfc(-x / sqrt(Ball(2, x.bits()))) / 2; }

NormalSides normal_sides(const Ball& x) {
  const bool left = is_positive(x) != Truth::yes;
  Ball smaller = normal_cdf(left ? x : -x);
  Ball larger = 1 - smaller;
  return left ? NormalSides{std::move(smaller), std::move(larger)} : NormalSides{std::move(larger), std::move(smaller)};
}

Ball normal_density(const Ball& x) { return exp(x * x / -2) / sqrt(2 * Ball::pi(x.bits())); }

Ball bessel_i0_scaled(const Ball& x) {
  Ball r(0, x.bits());
  const Ball order(0, x.bits());
  arb_hypgeom_bessel_i_scaled(r.raw(), order.raw(), x.raw(), x.bits());
  return r;
}

}  // namespace hallmark
