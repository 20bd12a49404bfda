#include "bounds/basic/spline_lattice.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::basic {
namespace {

// Puts a point mass into the cell that holds it; false where its place is not known so well.
[[nodiscard]] bool add_atom(RatioCells& cells, const Ball& log_ratio, const Ball& p, const Ball& q) {
  Ball steps = log_ratio;
  steps.mul_2exp(cells.scale + 1);
  const auto at = static_cast<slong>(std::floor(roughly(steps)));
  const auto cell = static_cast<std::size_t>(at - cells.first);
  if (at >= cells.first && cell < cells.p.size() && less_equal(Ball(at, steps.bits()), steps) == Truth::yes &&
      less_equal(steps, Ball(at + 1, steps.bits())) == Truth::yes) {
    cells.p[cell] += p;
    cells.q[cell] += q;
    return true;
  }
  // On an edge of two cells, as far as is known: within a step of a node.
  const slong node = (at >= 0 ? at + 1 : at) / 2;
  if (less_equal(abs_upper_end(steps - Ball(2 * node, steps.bits())), 2) != Truth::yes) return false;
  cells.straddles.push_back({node, p, q});
  return true;
}

}  // namespace

std::optional<LatticeLaw> spline_lattice(const SplinePair& pair, const Ball& rate, Direction direction,
                                         const LatticeEffort& effort, const Budget& budget) {
  constexpr slong most_points = slong{1} << 13;
  const slong bits = pair.reach.bits();
  // Without sampling L is u; where u is large, the formulas of a mixture would lose it.
  const bool is_u =
      less_equal(Ball(1, bits), rate) == Truth::yes && less_equal(Ball(128, bits), pair.reach) == Truth::yes;
  const auto log_ratio = [&](const Ball& u) { return is_u ? u : log1p(rate * expm1(u)); };
  const Ball lowest = log_ratio(-pair.reach), highest = log_ratio(pair.reach);
  if (!lowest.is_finite() || !highest.is_finite()) return std::nullopt;
  const double low = roughly(lowest), high = roughly(highest);
  const double points = static_cast<double>(std::clamp(effort.points, slong{64}, most_points));
  const slong scale =
      std::clamp(static_cast<slong>(std::floor(steady::log2(points / (high - low)))), -slong{900}, slong{900});
  const auto half_steps = [&](double x) {
    return static_cast<slong>(std::floor(std::ldexp(x, static_cast<int>(scale + 1))));
  };
  const slong first = half_steps(low) - 1, last = half_steps(high) + 2;
  const Ball zero(0, bits);
  RatioCells cells{.scale = scale, .first = first, .p_infinite = zero, .p_below = zero, .p_missing = zero};
  const Ball bottom = exp(-pair.reach / 2), top = exp(pair.reach / 2);
  const Ball twice = 2 * pair.scale * pair.density;
  // e^(u/2) where L is i half steps, within the range of u.
  const auto root = [&](slong i) {
    Ball at(i, bits);
    at.mul_2exp(-scale - 1);
    const Ball ratio = is_u ? exp(at) : 1 + expm1(at) / rate;
    return sqrt(max(bottom * bottom, min(top * top, ratio)));
  };
  Ball from = root(first);
  for (slong i = first; i < last; ++i) {
    if (budget.expired()) return std::nullopt;
    Ball to = root(i + 1);
    const Ball q = max(zero, twice * (1 / from - 1 / to));
    cells.p.push_back((1 - rate) * q + rate * max(zero, twice * (to - from)));
    cells.q.push_back(q);
    if (!cells.p.back().is_finite() || !q.is_finite()) return std::nullopt;  // a rate too small for these bits
    from = std::move(to);
  }
  for (const bool up : {true, false}) {
    const Ball mass = pair.scale * pair.atom;
    if (mass.is_zero()) continue;
    const Ball q = mass * (up ? bottom : top);
    const Ball p = (1 - rate) * q + rate * mass * (up ? top : bottom);
    if (!add_atom(cells, up ? highest : lowest, p, q)) return std::nullopt;
  }
  if (direction == Direction::add) {
    std::swap(cells.p, cells.q);
    std::reverse(cells.p.begin(), cells.p.end());
    std::reverse(cells.q.begin(), cells.q.end());
    cells.first = -last;
    for (RatioCells::Straddle& s : cells.straddles) s = {-s.node, s.q, s.p};
  }
  return LatticeLaw(cells, effort);
}

}  // namespace hallmark::basic
