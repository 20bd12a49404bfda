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

bool LineTable::multiply(const LineFactor& f, const Budget& budget) {
  const slong bits = path_.bits;
  auto values = f.transform->values(path_, budget);
  if (!values || budget.expired()) return false;
  for (ComplexBall& value : *values) value = pow(value, f.rounds);
  if (values_.empty()) {
    values_ = std::move(*values);
  } else {
    for (std::size_t k = 0; k < values_.size(); ++k) values_[k] *= (*values)[k];
  }
  tail_ *= pow(f.transform->beyond(path_, bits, budget), f.rounds);
  right_ *= pow(f.transform->at_most(path_.right, bits, budget), f.rounds);
  left_ *= pow(f.transform->at_most(-1 - path_.left, bits, budget), f.rounds);
  const LineTransform::Masses masses = f.transform->masses(bits, budget);
  p_ *= pow(masses.p, f.rounds);
  q_ *= pow(masses.q, f.rounds);
  finite_ *= pow(1 - f.transform->infinite(bits, budget), f.rounds);
  missing_ += f.transform->missing(bits, budget) * f.rounds;
  return true;
}

void LineTable::find_fine() {
  fine_ = poisson_summation::fine_values(values_, path_.bits, turning_plan(path_.nodes, path_.ln_error));
}

std::optional<LineTable> LineTable::with(const LineFactor& factor, const Budget& budget) const {
  LineTable table = *this;
  if (!table.multiply(factor, budget)) return std::nullopt;
  table.find_fine();
  return table;
}

std::optional<LineTable> LineTable::build(const std::vector<LineFactor>& factors, const Path& path,
                                          const Budget& budget) {
  require(path.a.sign() > 0 && path.dt.sign() > 0 && path.nodes > 0 && path.right > path.a && path.left.sign() > 0,
          "a path of the inversion");
  const slong bits = path.bits;
  LineTable table(path);
  for (const LineFactor& f : factors) {
    if (!table.multiply(f, budget)) return std::nullopt;
  }
  const Ball last(path.nodes, bits);
  table.tail_ *= (1 / (last * last) + 1 / last) / (Ball::pi(bits) * Ball(path.dt, bits));
  const Ball a(path.a, bits);
  for (std::size_t k = 0; k < table.values_.size(); ++k) {
    const Ball t(path.dt * static_cast<slong>(k), bits);
    table.values_[k] /= ComplexBall(a, t) * ComplexBall(a + 1, t);
  }
  table.find_fine();
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
