#include "bounds/batch/poisson_grid.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <utility>

#include "bounds/batch/pair_tails.hpp"
#include "bounds/batch/pairs.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

double about(const Number& x) { return x.ball(64).to_double_up(); }

// ln(1 - Phi(x)), near enough.
double ln_tail(double x) {
  return x < 5 ? steady::log(steady::erfc(x / std::sqrt(2.0)) / 2) : -x * x / 2 - steady::log(x * 2.5066282746310002);
}

// Where the P-mass above, T times, falls below e^ln_small: the log ratio there.
double reach_of(const Mechanism& m, double ln_small) {
  const double sigma = about(m.sigma);
  const double rate = about(m.rate);
  const double steps = steady::log(static_cast<double>(m.steps));
  double y = 0;
  const double step = std::max(0.01, 0.02 / sigma);
  const auto excess = [&] {
    const double b = ln_tail(y) + steady::log1p(-rate);
    const double a = ln_tail(y - 1 / sigma) + steady::log(rate);
    return std::max(a, b) + steady::log1p(steady::exp(-std::abs(a - b))) + steps - ln_small;
  };
  while (excess() > 0 && y < 1e6 + 2 / sigma) y += step;
  const double u = (y - 1 / (2 * sigma)) / sigma;
  return u > 40 ? u + steady::log(rate) : steady::log1p(rate * steady::expm1(u));
}

// The normal mass of [a, b], a <= b, through the tails on the side where they are small.
struct NormalEnd {
  Ball below;  // Phi
  Ball above;  // 1 - Phi
  bool positive;
};
NormalEnd end_at(const Ball& y) {
  NormalSides sides = normal_sides(y);
  return {std::move(sides.below), std::move(sides.above), is_positive(y) == Truth::yes};
}
Ball mass(const NormalEnd& a, const NormalEnd& b) {
  const Ball m = a.positive ? a.above - b.above : b.below - a.below;
  return max(m, Ball(0, m.bits()));
}

}  // namespace

std::optional<RatioCells> step_cells(const Mechanism& mechanism, Direction direction, slong scale, double reach,
                                     slong bits, const Budget& budget) {
  const Ball q = mechanism.rate.ball(bits);
  const Ball sigma = mechanism.sigma.ball(bits);
  const Rational half = pow(Rational(2), -scale - 1);
  const double least = steady::log1p(-std::min(about(mechanism.rate), 1 - 1e-16));
  const double width = std::ldexp(1.0, static_cast<int>(-scale - 1));
  const slong first = static_cast<slong>(std::floor(least / width)) - 2;
  const slong last = static_cast<slong>(std::ceil(reach / width)) + 2;
  const slong count = last - first;  // cells of L = ln(A/B)
  const Ball zero(0, bits);
  struct CellEnds {
    NormalEnd b;  // under N(0)
    NormalEnd n;  // under N(1)
  };
  std::vector<CellEnds> ends(static_cast<std::size_t>(count) + 1, {{zero, zero, false}, {zero, zero, false}});
  std::atomic<bool> complete{true};
  parallel_for(count + 1, [&](slong i) {
    if (!complete.load(std::memory_order_relaxed)) return;
    if (budget.expired()) {
      complete = false;
      return;
    }
    const Ball w = (expm1(Ball(half * (first + i), bits)) + q) / q;
    const auto at = static_cast<std::size_t>(i);
    if (is_positive(w) != Truth::yes) {  // at or below the least log ratio: y = -inf, or nobody knows but small
      const Ball one(1, bits);
      const Ball reached = is_positive(w) == Truth::no ? zero : max(w, zero);
      const Ball up(reached.is_finite() ? reached.upper() : Rational(1), bits);
      const Ball below = up.upper().sign() > 0 ? hull(zero, normal_cdf(sigma * log(up) + 1 / (2 * sigma))) : zero;
      ends[at] = {{below, one - below, false}, {below, one - below, false}};
      return;
    }
    const Ball y = sigma * log(w) + 1 / (2 * sigma);
    ends[at] = {end_at(y), end_at(y - 1 / sigma)};
  });
  if (!complete) return std::nullopt;
  RatioCells cells{.scale = scale, .p_infinite = zero, .p_below = zero, .p_missing = zero};
  const bool add = direction == Direction::add;
  cells.first = add ? -last : first;
  cells.p.assign(static_cast<std::size_t>(count), zero);
  cells.q = cells.p;
  for (slong i = 0; i < count; ++i) {
    const CellEnds& lo = ends[static_cast<std::size_t>(i)];
    const CellEnds& hi = ends[static_cast<std::size_t>(i) + 1];
    const Ball b = mass(lo.b, hi.b);
    const Ball a = (1 - q) * b + q * mass(lo.n, hi.n);
    const auto at = static_cast<std::size_t>(add ? count - 1 - i : i);
    cells.p[at] = add ? b : a;
    cells.q[at] = add ? a : b;
  }
  const CellEnds& top = ends.back();
  const CellEnds& bottom = ends.front();
  cells.p_below = add ? top.b.above : (1 - q) * bottom.b.below + q * bottom.n.below;
  cells.p_missing = add ? bottom.b.below : (1 - q) * top.b.above + q * top.n.above;
  return cells;
}

namespace {

// From where to where the log ratio of a step is cut into cells, in binary64: beyond, the P-mass of T steps is below
// e^ln_small. Nothing when the budget ends.
struct Range {
  double left, right;
};
std::optional<Range> range_of(const PairTails& tails, slong steps, double ln_small, const Budget& budget) {
  constexpr slong bits = 64;
  const double wanted = ln_small - steady::log(static_cast<double>(steps));
  const auto is_past = [&](double l, bool right) {
    const RatioTail at = tails.at(exactly(l, bits));
    const Ball mass = right ? at.p_above : at.p_below;
    return is_positive(mass) != Truth::yes || log(mass).to_double_up() < wanted;
  };
  const auto end = [&](double sign) {
    double far = 0x1p-30;
    while (far < 0x1p30 && !budget.expired() && !is_past(sign * far, sign > 0)) far *= 2;
    double near = far / 2;
    for (int i = 0; i < 6 && !budget.expired(); ++i) {
      const double middle = (near + far) / 2;
      (is_past(sign * middle, sign > 0) ? far : near) = middle;
    }
    return sign * far;
  };
  const Range range{end(-1), end(1)};
  return budget.expired() ? std::nullopt : std::optional(range);
}

// The cells of a pair other than that of one record under zero-out.
std::optional<RatioCells> pair_cells(const PairTails& tails, slong scale, const Range& range, slong bits,
                                     const Budget& budget) {
  const Rational half = pow(Rational(2), -scale - 1);
  const double width = std::ldexp(1.0, static_cast<int>(-scale - 1));
  const slong first = static_cast<slong>(std::floor(range.left / width)) - 1;
  const slong last = static_cast<slong>(std::ceil(range.right / width)) + 1;
  const Ball zero(0, bits);
  std::vector<RatioTail> ends(static_cast<std::size_t>(last - first) + 1, {zero, zero, zero, zero});
  std::atomic<bool> complete{true};
  parallel_for(last - first + 1, [&](slong i) {
    if (budget.expired()) complete = false;
    if (complete.load(std::memory_order_relaxed)) {
      ends[static_cast<std::size_t>(i)] = tails.at(Ball(half * (first + i), bits));
    }
  });
  if (!complete) return std::nullopt;
  RatioCells cells{.scale = scale, .first = first, .p_infinite = zero, .p_below = zero, .p_missing = zero};
  // Through the tails on the side where they are small.
  const auto between = [&](const Ball& below_a, const Ball& above_a, const Ball& below_b, const Ball& above_b) {
    const Ball m = less(above_a, below_a) == Truth::yes ? above_a - above_b : below_b - below_a;
    return max(m, zero);
  };
  for (std::size_t i = 0; i + 1 < ends.size(); ++i) {
    const RatioTail& a = ends[i];
    const RatioTail& b = ends[i + 1];
    cells.p.push_back(between(a.p_below, a.p_above, b.p_below, b.p_above));
    cells.q.push_back(between(a.q_below, a.q_above, b.q_below, b.q_above));
    if (!cells.p.back().is_finite() || !cells.q.back().is_finite()) return std::nullopt;
  }
  cells.p_below = ends.front().p_below;
  cells.p_missing = ends.back().p_above;
  return cells;
}

}  // namespace

std::optional<GridProfile> GridProfile::build(const Mechanism& mechanism, Direction direction, slong points,
                                              double ln_smallest_delta, const Budget& budget) {
  require(direction != Direction::both, "one direction");
  const double ln_small = std::max(ln_smallest_delta, -2e4) - 14;
  const bool usual = is_usual(mechanism.pair);
  const slong tail_bits = static_cast<slong>(-ln_small / std::numbers::ln2) + 8;
  const PairTails tails(mechanism, direction, tail_bits + 128);
  const auto range =
      usual ? Range{steady::log1p(-std::min(about(mechanism.rate), 1 - 1e-16)), reach_of(mechanism, ln_small)}
            : range_of(tails, mechanism.steps, ln_small, budget);
  if (!range) return std::nullopt;
  const double step = steady::log2(static_cast<double>(points) / (1.2 * (range->right - range->left)));
  if (!(std::abs(step) < 900) || budget.expired()) return std::nullopt;
  const auto scale = static_cast<slong>(std::floor(step));
  const LatticeEffort effort{.points = points, .unit_bits = tail_bits + 64, .tail_bits = tail_bits};
  const auto cells = usual ? step_cells(mechanism, usual_direction(mechanism.pair, direction), scale, range->right,
                                        tail_bits + 128, budget)
                           : pair_cells(tails, scale, *range, tail_bits + 128, budget);
  if (!cells) return std::nullopt;
  auto law = LatticeLaw(*cells, effort).power(mechanism.steps, effort, budget);
  if (!law) return std::nullopt;
  return GridProfile(std::move(*law));
}

GridProfile::Inverted GridProfile::epsilon(const Number& target, slong digits, const Budget& budget) const {
  const slong bits = 512;
  const Ball goal = target.ball(bits);
  const auto at_most = [&](const Rational& eps) {
    return less_equal(Ball(law_.upper_delta(eps), bits), goal) == Truth::yes;
  };
  const auto above = [&](const Rational& eps) { return less(goal, Ball(law_.lower_delta(eps), bits)) == Truth::yes; };
  Inverted ends{0, std::nullopt};
  if (at_most(0)) return {0, Rational(0)};
  Rational hi = Rational("1/64");
  constexpr int doublings = 40;
  for (int i = 0; i < doublings && !at_most(hi); ++i) {
    if (budget.expired()) return ends;
    hi = hi * 2;
  }
  if (!at_most(hi)) return ends;
  const slong steps = std::min(20 + 4 * digits, slong{200});
  Rational lo = 0;
  for (slong i = 0; i < steps && !has_digits(lo, hi, digits + 1) && !budget.expired(); ++i) {
    const Rational middle = (lo + hi) / 2;
    (at_most(middle) ? hi : lo) = middle;
  }
  ends.hi = hi;
  if (!above(0)) return ends;
  Rational end = hi;
  for (slong i = 0; i < steps && !has_digits(ends.lo, end, digits + 1) && !budget.expired(); ++i) {
    const Rational middle = (ends.lo + end) / 2;
    (above(middle) ? ends.lo : end) = middle;
  }
  return ends;
}

}  // namespace hallmark::poisson_gaussian
