#include "bounds/batch/poisson_witness.hpp"

#include <cmath>
#include <vector>

#include "bounds/batch/pairs.hpp"
#include "bounds/batch/poisson_laplace.hpp"
#include "bounds/directions.hpp"

namespace hallmark::poisson_gaussian {
namespace {

constexpr double most_work = 1e6;  // products; the checker takes some microseconds each

witness::Inversion inversion_of(const ScoutedContour& c, Direction direction) {
  return {direction,
          c.lam,
          c.dt,
          c.right,
          c.left,
          c.nodes,
          {rule_of(c.transform), rule_of(c.norm), rule_of(c.tail), rule_of(c.right_line), rule_of(c.left_line)}};
}

// An inversion that is as good as any other: for what needs none.
ScoutedContour formal() {
  const Line line{1, 1, 1, 0, 0};
  ScoutedContour c;
  c.lam = 1;
  c.dt = 1;
  c.nodes = 1;
  c.right = 2;
  c.left = 1;
  c.transform = c.norm = c.tail = c.right_line = c.left_line = line;
  return c;
}

// Whether delta is exactly 0: eps is at least the largest log ratio.
bool is_zero(const Mechanism& m, Direction direction, const Number& eps) {
  const Pair pair = directed(m.pair, direction);
  constexpr slong bits = 256;
  return has_largest(m, pair) && less_equal(largest_log_ratio(m, pair, bits), eps.ball(bits)) == Truth::yes;
}

bool proves(const Ball& delta, const DeltaEnd& end) {
  const Ball value = end.value.ball(delta.bits());
  return (end.upper ? less_equal(delta, value) : less_equal(value, delta)) == Truth::yes;
}

// The coarsest inversion tried that proves the end for one direction.
std::optional<ScoutedContour> inversion(const Mechanism& m, Direction direction, const DeltaEnd& end,
                                        const Budget& budget) {
  if (m.rate == Number(1)) return formal();  // the checker has a closed form
  if (is_zero(m, direction, end.eps)) return end.upper ? std::optional(formal()) : std::nullopt;
  auto scout = scout_of(m, direction);
  if (!scout) return std::nullopt;
  const auto transform = transform_of(m, direction);
  const double eps = end.eps.ball(64).to_double_up();
  const double ln_value = log(end.value.ball(64)).to_double_up();
  for (const double ln_tolerance : {0.0, -2.0, -5.0, -9.0, -14.0, -20.0, -28.0, -40.0, -60.0}) {
    if (budget.expired()) return std::nullopt;
    const auto contour = scout->contour(eps, ln_value, ln_tolerance);
    if (!contour) continue;
    const auto width = static_cast<double>(contour->transform.last - contour->transform.first + 1);
    if (static_cast<double>(contour->nodes) * width > most_work) return std::nullopt;
    const auto table = LaplaceTable::build(*transform, m.steps, *contour, budget);
    if (table && proves(table->delta(end.eps.ball(table->bits())), end)) return contour;
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::vector<witness::Inversion>> inversions(const Mechanism& m, Direction direction, const DeltaEnd& end,
                                                          const Budget& budget) {
  const bool is_nothing = end.is_nothing_below();
  const auto directions = directions_of(is_symmetric(m.pair) ? Direction::remove : direction);
  return prove_end(directions, end.upper, [&](Direction d) -> std::optional<witness::Inversion> {
    const auto contour = is_nothing ? std::optional(formal()) : inversion(m, d, end, budget);
    if (!contour) return std::nullopt;
    return inversion_of(*contour, d);
  });
}

}  // namespace hallmark::poisson_gaussian
