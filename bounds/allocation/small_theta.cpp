#include "bounds/allocation/small_theta.hpp"

#include <cmath>

#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/series.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong most_powers = 24;

}  // namespace

SmallTheta::SmallTheta(const Number& sigma, slong steps, slong bits) {
  require(sigma.sign() > 0 && steps >= 1, "noise and a step");
  const Ball s = 1 / sigma.ball(bits);
  std::vector<Ball> one;  // E X^m/m!
  Ball factorial(1, bits);
  for (slong m = 0; m <= most_powers; ++m) {
    if (m > 0) factorial *= m;
    one.push_back(exp(s * s * (m * (m - 1) / 2)) / factorial);
  }
  moments_ = *series_power_by_squaring(one, steps, {});
  for (const Ball& c : moments_) logs_.push_back(c.is_finite() ? roughly(log(c)) : INFINITY);
}

ComplexBall SmallTheta::sum(const Nodes& nodes, const ComplexBall& r) const {
  const slong bits = r.bits();
  const Ball angle(nodes.angle, bits);
  require(nodes.angle.sign() >= 0 && less(angle * 2, Ball::pi(bits)) == Truth::yes && nodes.h.sign() > 0 &&
              is_positive(r.real()) == Truth::yes && nodes.powers >= 0 && nodes.powers <= most_powers,
          "nodes in the right half plane and a power that is there");
  const Ball nearest(nodes.h * (nodes.first - 1), bits);
  const Ball h(nodes.h, bits);
  const ComplexBall one(Ball(1, bits), Ball(0, bits));
  const ComplexBall theta = exp(ComplexBall(nearest, angle));
  ComplexBall power = exp(r * nearest);  // e^(r w) (-theta)^m
  ComplexBall total(bits);
  for (slong m = 0; m < nodes.powers; ++m) {
    const ComplexBall ratio = exp(-(ComplexBall(r.real() + m, r.imaginary()) * h));
    total += power * moments_[static_cast<std::size_t>(m)] / (one - ratio);
    power = -(power * theta);
  }
  const Ball order = r.real() + nodes.powers;
  return total.widen(moments_[static_cast<std::size_t>(nodes.powers)] * exp(order * nearest) / -expm1(-order * h));
}

SmallTheta::Choice SmallTheta::least_left(double r, double place) const {
  Choice best{0, place, INFINITY};
  for (slong m = 0; m <= most_powers; ++m) {
    const double left = logs_[static_cast<std::size_t>(m)] + (r + static_cast<double>(m)) * place;
    if (left < best.log_left) best.powers = m, best.log_left = left;
  }
  return best;
}

SmallTheta::Choice SmallTheta::farthest(double r, double log_small) const {
  Choice best{0, -INFINITY, log_small};
  for (slong m = 0; m <= most_powers; ++m) {
    const double place = (log_small - logs_[static_cast<std::size_t>(m)]) / (r + static_cast<double>(m));
    if (place > best.place) best.powers = m, best.place = place;
  }
  return best;
}

}  // namespace hallmark::allocation
