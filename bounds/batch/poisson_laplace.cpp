#include "bounds/batch/poisson_laplace.hpp"

#include <algorithm>
#include <atomic>

#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark::poisson_gaussian {

LaplaceTable::LaplaceTable(const StepTransform& step, slong steps, const ScoutedContour& contour)
    : contour_(contour),
      values_(static_cast<std::size_t>(contour.nodes), ComplexBall(contour.bits)),
      period_(2 * Ball::pi(contour.bits) / Ball(contour.dt, contour.bits)),
      largest_(step.largest(contour.bits)),
      least_(step.least(contour.bits)),
      tail_(Ball::anything(contour.bits)),
      right_mean_(tail_),
      left_mean_(tail_) {
  if (largest_) *largest_ *= steps;
  if (least_) *least_ *= steps;
}

std::optional<LaplaceTable> LaplaceTable::build(const StepTransform& step, slong steps, const ScoutedContour& contour,
                                                const Budget& budget) {
  require(contour.lam.sign() > 0 && contour.dt.sign() > 0 && contour.nodes > 0, "a path of the Laplace inversion");
  LaplaceTable table(step, steps, contour);
  const slong bits = contour.bits;
  const auto count = static_cast<ulong>(steps);

  // Bounds: M at the path's real point, |M| beyond the last node, the moments of the aliases.
  const auto at_0 = [&](const Rational& a, const Line& line) {
    return step.bound(a, line, contour.bound_bits, budget).with_bits(bits);
  };
  std::vector<Ball> bounds(4, Ball::anything(bits));
  parallel_for(3, [&](slong i) {
    if (i == 0) bounds[0] = at_0(contour.lam, contour.norm);
    if (i == 1 && contour.right > contour.lam) bounds[1] = at_0(contour.right, contour.right_line);
    if (i == 2 && contour.left.sign() > 0) bounds[2] = at_0(-1 - contour.left, contour.left_line);
  });
  const Ball& norm = bounds[0];
  bounds[3] = step.bound_beyond(contour.lam, contour.dt * contour.nodes, contour.tail, contour.bound_bits, norm, budget)
                  .with_bits(bits);
  table.right_mean_ = poisson_summation::peak(contour.right, bits) * pow(bounds[1], count);
  table.left_mean_ = poisson_summation::peak(contour.left, bits) * pow(bounds[2], count);
  const Ball pi = Ball::pi(bits);
  const Ball last(contour.nodes, bits);
  table.tail_ = pow(bounds[3], count) * (1 / (last * last) + 1 / last) / (pi * Ball(contour.dt, bits));
  if (budget.expired()) return std::nullopt;

  const LineValues transform =
      step.values(contour.lam, contour.dt, contour.transform, norm, bits, contour.plan, budget);
  const slong block = contour.plan.block;
  std::atomic<bool> complete{true};
  parallel_for((contour.nodes + block - 1) / block, [&](slong piece) {
    if (!complete.load(std::memory_order_relaxed)) return;
    if (budget.expired()) {
      complete = false;
      return;
    }
    const slong begin = piece * block;
    const std::vector<ComplexBall> k = transform(begin, std::min(block, contour.nodes - begin));
    for (slong i = 0; i < static_cast<slong>(k.size()); ++i) {
      ComplexBall& value = table.values_[static_cast<std::size_t>(begin + i)];
      value = pow(k[static_cast<std::size_t>(i)], count);
      const Ball t(contour.dt * (begin + i), bits);
      const ComplexBall z(Ball(contour.lam, bits), t);
      const ComplexBall next(Ball(contour.lam + 1, bits), t);
      value /= z * next;
    }
  });
  if (!complete || budget.expired()) return std::nullopt;
  table.fine_ = poisson_summation::fine_values(table.values_, bits, contour.plan);
  return table;
}

Ball LaplaceTable::aliases_right(const Ball& eps) const {
  if (largest_ && less_equal(*largest_, eps + period_) == Truth::yes) return {0, bits()};
  const Ball b(contour_.right, bits());
  const Ball lam(contour_.lam, bits());
  return right_mean_ * exp(-b * eps) * poisson_summation::geometric(exp((lam - b) * period_));
}

Ball LaplaceTable::aliases_left(const Ball& eps) const {
  if (least_ && less_equal(eps + *least_, period_) == Truth::yes) return {0, bits()};
  const Ball order(1 + contour_.left, bits());
  const Ball lam(contour_.lam, bits());
  return left_mean_ * exp(order * eps) * poisson_summation::geometric(exp(-(lam + order) * period_));
}

Ball LaplaceTable::delta(const Ball& threshold) const {
  const slong bits = contour_.bits;
  const Ball eps = threshold.with_bits(bits);
  const Ball lam(contour_.lam, bits);
  const Ball scale = exp(-lam * eps);
  Ball sum = scale * series(eps, false);
  sum.widen(scale * tail_);
  const Ball closed = poisson_summation::geometric(exp(-lam * period_)) -
                      exp(eps) * poisson_summation::geometric(exp(-(1 + lam) * period_));
  // sum - closed = delta + aliases, aliases in [0, bound]
  const Ball value = -plus_up_to(closed - sum, aliases_right(eps) + aliases_left(eps));
  return value.is_finite() ? clamp(value, 0, 1) : hull(Ball(0, bits), Ball(1, bits));
}

Ball LaplaceTable::slope(const Ball& threshold) const {
  const Ball eps = threshold.with_bits(contour_.bits);
  const Ball lam(contour_.lam, contour_.bits);
  return exp(-lam * eps) * series(eps, true) + exp(eps) * poisson_summation::geometric(exp(-(1 + lam) * period_));
}

Ball chernoff_upper(const StepTransform& step, slong steps, const Moment& moment, const Ball& eps,
                    const Budget& budget) {
  const Ball mean = step.bound(moment.order, moment.line, moment.bits, budget);
  const Ball order(moment.order, moment.bits);
  return poisson_summation::peak(moment.order, moment.bits) * pow(mean, static_cast<ulong>(steps)) * exp(-order * eps);
}

}  // namespace hallmark::poisson_gaussian
