#include "bounds/composition/line_table.hpp"

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark::composition {

LineTable::LineTable(const Path& path)
    : path_(path),
      finite_(1, path.bits),
      missing_(0, path.bits),
      period_(2 * Ball::pi(path.bits) / Ball(path.dt, path.bits)),
      p_(1, path.bits),
      q_(1, path.bits),
      tail_(1, path.bits),
      right_(poisson_summation::peak(path.right, path.bits)),
      left_(poisson_summation::peak(path.left, path.bits)) {}

std::optional<LineTable> LineTable::build(const std::vector<LineFactor>& factors, const Path& path,
                                          const Budget& budget) {
  require(path.a.sign() > 0 && path.dt.sign() > 0 && path.nodes > 0 && path.right > path.a && path.left.sign() > 0,
          "a path of the inversion");
  const slong bits = path.bits;
  LineTable table(path);
  for (const LineFactor& f : factors) {
    auto values = f.transform->values(path, budget);
    if (!values || budget.expired()) return std::nullopt;
    for (ComplexBall& value : *values) value = pow(value, f.rounds);
    if (table.values_.empty()) {
      table.values_ = std::move(*values);
    } else {
      for (std::size_t k = 0; k < table.values_.size(); ++k) table.values_[k] *= (*values)[k];
    }
    table.tail_ *= pow(f.transform->beyond(path, bits, budget), f.rounds);
    table.right_ *= pow(f.transform->at_most(path.right, bits, budget), f.rounds);
    table.left_ *= pow(f.transform->at_most(-1 - path.left, bits, budget), f.rounds);
    const LineTransform::Masses masses = f.transform->masses(bits);
    table.p_ *= pow(masses.p, f.rounds);
    table.q_ *= pow(masses.q, f.rounds);
    table.finite_ *= pow(1 - f.transform->infinite(bits), f.rounds);
    table.missing_ += f.transform->missing(bits) * f.rounds;
  }
  const Ball last(path.nodes, bits);
  table.tail_ *= (1 / (last * last) + 1 / last) / (Ball::pi(bits) * Ball(path.dt, bits));
  const Ball a(path.a, bits);
  for (std::size_t k = 0; k < table.values_.size(); ++k) {
    const Ball t(path.dt * static_cast<slong>(k), bits);
    table.values_[k] /= ComplexBall(a, t) * ComplexBall(a + 1, t);
  }
  return table;
}

Ball LineTable::delta(const Ball& threshold) const {
  const slong bits = path_.bits;
  const Ball eps = threshold.with_bits(bits);
  const Ball a(path_.a, bits);
  const Ball scale = exp(-a * eps);
  Ball sum = scale * series(eps, false);
  sum.widen(abs_upper_end(scale * tail_));
  const Ball closed = p_ * poisson_summation::geometric(exp(-a * period_)) -
                      q_ * exp(eps) * poisson_summation::geometric(exp(-(1 + a) * period_));
  const Ball b(path_.right, bits);
  const Ball order(1 + path_.left, bits);
  const Ball aliases =
      abs_upper_end(right_ * exp(-b * eps) * poisson_summation::geometric(exp((a - b) * period_))) +
      abs_upper_end(left_ * exp(order * eps) * poisson_summation::geometric(exp(-(a + order) * period_)));
  // sum - closed = D + aliases, which lie in [0, bound]; delta = infinite + D + what was left out.
  const Ball value = plus_up_to(1 - finite_ - plus_up_to(closed - sum, aliases), abs_upper_end(missing_));
  return value.is_finite() ? clamp(value, 0, 1) : Ball::between(0, 1, bits);
}

Sample LineTable::sample(const Ball& threshold) const {
  const slong bits = path_.bits;
  const Ball eps = threshold.with_bits(bits);
  const Ball a(path_.a, bits);
  return {delta(eps),
          exp(-a * eps) * series(eps, true) + q_ * exp(eps) * poisson_summation::geometric(exp(-(1 + a) * period_))};
}

}  // namespace hallmark::composition
