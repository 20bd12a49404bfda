#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>

#include "bounds/batch/pairs.hpp"
#include "bounds/batch/poisson_rare.hpp"
#include "bounds/batch/rough_cut.hpp"
#include "bounds/batch/truncated_step.hpp"
#include "bounds/composition/line_scout.hpp"
#include "bounds/composition/line_table.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

using composition::LineFactor;
using composition::LineScout;
using composition::LineTable;

const double ln10 = std::numbers::ln10;

double ln_about(const Ball& x) {
  const Ball centre(x.centre(), 64);
  return is_positive(centre) == Truth::yes ? roughly(log(centre)) : -INFINITY;
}

RoughSteps rough_steps(const Mechanism& m, bool add) {
  return {roughly(m.rate.ball(64)), roughly(m.sigma.ball(64)), static_cast<double>(m.steps), add};
}

// One cut, and a line for what lies below it.
class CutTable {
 public:
  // For thresholds up to `end` (remove), from `end` on (add). Nothing where there is no cut or no line, or none to the
  // tolerance that is asked for later.
  static std::optional<CutTable> build(const Mechanism& m, bool add, double end, double at, double ln_size,
                                       double ln_tolerance, const Budget& budget, double ln_later = 0) {
    const auto about_cut = deciding_cut(rough_steps(m, add), end);
    if (!about_cut) return std::nullopt;
    const Rational cut = short_dyadic(*about_cut, 45);
    const std::shared_ptr step = truncated_step({m.sigma, m.rate}, add, cut);
    if (!step) return std::nullopt;
    const std::vector<LineFactor> factors{{step, static_cast<ulong>(m.steps)}};
    constexpr slong many_nodes = 500, most_nodes = 10'000;
    const LineScout scout(factors, budget);
    const auto path = scout.path(at, ln_size, ln_tolerance);
    if (!is_short(path, most_nodes) || budget.expired()) return std::nullopt;
    if (path->nodes > many_nodes && ln_later < ln_tolerance &&
        !is_short(scout.path(at, ln_size, ln_later), 2 * most_nodes)) {
      return std::nullopt;  // twice, as the cut is not where it will be
    }
    auto table = LineTable::build(factors, *path, budget);
    if (!table) return std::nullopt;
    return CutTable(m, add, cut, *std::move(table));
  }

  // With its derivative in eps.
  [[nodiscard]] Sample sample(const Rational& threshold) const {
    const Ball eps(threshold, bits());
    const Ball decided = floor_ + ln_cut_;  // of ln R, where some step is above the cut
    if (less_equal(add_ ? -eps : eps, decided) != Truth::yes) {
      return {Ball::between(0, 1, bits()), Ball::anything(bits())};
    }
    Sample s = table_.sample(eps);
    if (add_) return s;
    const Ball without = exp(eps) * without_;
    return {clamp(s.value + with_ - without, 0, 1), s.slope - without};
  }
  [[nodiscard]] slong bits() const { return table_.path().bits; }
  [[nodiscard]] slong nodes() const { return table_.path().nodes; }

 private:
  [[nodiscard]] static bool is_short(const std::optional<composition::Path>& path, slong most_nodes) {
    constexpr slong most_bits = slong{1} << 13;
    return path && path->nodes <= most_nodes && path->bits <= most_bits;
  }

  CutTable(const Mechanism& m, bool add, const Rational& cut, LineTable table)
      : add_(add),
        table_(std::move(table)),
        with_(0, bits()),
        without_(0, bits()),
        floor_(0, bits()),
        ln_cut_(0, bits()) {
    const MassesAbove above = masses_above({m.sigma, m.rate}, cut, bits());
    const Ball q = m.rate.ball(bits());
    with_ = -expm1(log1p(-above.with) * m.steps);
    without_ = -expm1(log1p(-above.without) * m.steps);
    floor_ = log1p(-q) * (m.steps - 1);
    ln_cut_ = log1p(q * expm1(Ball(cut, bits())));
  }

  bool add_;
  LineTable table_;
  Ball with_;     // P(G)
  Ball without_;  // Q(G)
  Ball floor_;
  Ball ln_cut_;
};

std::string method_of(const CutTable& table) {
  return fmt::format("large outcomes in closed form, the others by inversion on a line of {} nodes", table.nodes());
}

bool is_known(const Mechanism& m, Direction direction) {
  require(direction != Direction::both, "one direction");
  return is_usual(m.pair) && m.steps >= 2 && m.rate != Number(1);
}

// About where delta of one step, direction remove, passes the target; 0 where that is nowhere.
double alone(double q, double noise, double ln_target) {
  const auto above = [](double y) { return steady::erfc(y / std::sqrt(2.0)) / 2; };
  const auto is_larger = [&](double eps) {
    const double y = noise * steady::log1p(steady::expm1(eps) / q) + 1 / (2 * noise);
    const double delta = q * (above(y - 1 / noise) - above(y)) - steady::expm1(eps) * above(y);
    return delta > 0 && steady::log(delta) > ln_target;
  };
  double lo = 1e-6 * q, hi = 100;
  if (!is_larger(lo)) return 0;
  constexpr double close = 1.001;
  while (hi > close * lo) {
    const double middle = std::sqrt(lo * hi);
    (is_larger(middle) ? lo : hi) = middle;
  }
  return lo;
}

// What a table says at a threshold: ln delta, as far as it is seen at all, what it is at most, and d ln delta / d ln eps.
struct Seen {
  double ln_value;
  double ln_upper;
  double slope;
  bool known;
};
using Look = std::function<Seen(double eps)>;
using Build = std::function<std::optional<Look>(double end, double eps)>;

// About where delta passes the target: Newton's steps for ln delta against ln eps between what was seen, on tables with few
// digits. 0 where it is 0, or hardly seen; nothing where there is no table.
std::optional<double> place(const RoughSteps& s, double ln_target, const Build& build, const Budget& budget) {
  const double q = s.rate;
  const double most = s.add ? -steady::log1p(-q) * s.steps : INFINITY;
  double eps =
      q * std::min(s.steps / 2, 2 * std::sqrt(s.steps * steady::expm1(std::min(100.0, 1 / (s.sigma * s.sigma)))));
  if (!s.add) eps = std::max(eps, alone(q, s.sigma, ln_target - steady::log(s.steps)));
  double lo = 0, hi = most;
  constexpr int patience = 30, within = 8;
  constexpr double wide = 1.4, largest_step = 1.2, close = 1e-4;
  for (int i = 0; i < patience && !budget.expired(); ++i) {
    const auto look = build(s.add ? eps / wide : eps * wide, eps);
    if (!look) return std::nullopt;
    if (!(eps > 1e-6 * q)) return 0;
    const double low = eps / wide, high = std::min(eps * wide, most);
    for (int k = 0; k < within && low <= eps && eps <= high; ++k) {
      const Seen seen = (*look)(eps);
      const bool too_small = seen.known && seen.ln_value > ln_target;  // what is not seen is far in the tail
      // epsilon is 0: delta falls by at most e^eps a unit.
      if (seen.ln_upper < ln_target &&
          eps * steady::exp(eps) < (steady::exp(ln_target) - steady::exp(seen.ln_upper)) / 2) {
        return 0;
      }
      if (!seen.known && seen.ln_upper > ln_target && eps < q / 10) return 0;
      (too_small ? lo : hi) = eps;
      const double step = seen.known ? std::clamp((ln_target - seen.ln_value) / seen.slope, -largest_step, largest_step)
                                     : -largest_step;
      const double next = eps * steady::exp(step);
      const bool between = lo < next && next < hi;
      eps = between ? next : lo > 0 && std::isfinite(hi) ? std::sqrt(lo * hi) : (lo + std::min(hi, most)) / 2;
      if (std::abs(step) < close) return eps;
    }
    eps = std::min(eps, most * 0.999);
  }
  return 0;
}

// On tables in doubles.
std::optional<double> place_in_doubles(const RoughSteps& s, double ln_target, const Budget& budget) {
  const Build build = [&](double end, double at) -> std::optional<Look> {
    const auto table = RoughCut::build(s, end, at, ln_target);
    if (!table) return std::nullopt;
    return [table = *table](double eps) -> Seen {
      const auto [value, derivative] = table.at(eps);
      const double ln_value = value > 0 ? steady::log(value) : -INFINITY;
      const double slope = eps * derivative / value;
      return {ln_value, ln_value, slope, value > 0 && slope < 0};
    };
  };
  return place(s, ln_target, build, budget);
}

// On tables in balls, of which none would do where no line does to the tolerance that is asked for later.
std::optional<double> place_in_balls(const Mechanism& m, const RoughSteps& s, double ln_target, double ln_later,
                                     const Budget& budget) {
  const Build build = [&](double end, double at) -> std::optional<Look> {
    auto table = CutTable::build(m, s.add, end, at, ln_target, -7, budget, ln_later);
    if (!table) return std::nullopt;
    return [table = std::make_shared<const CutTable>(*std::move(table))](double eps) -> Seen {
      const Sample sample = table->sample(short_dyadic(eps, 50));
      const double ln_value = ln_about(sample.value);
      const double slope = eps * roughly(sample.slope) * steady::exp(-ln_value);
      return {ln_value, ln_about(Ball(sample.value.upper(), 64)), slope, sample.value.lower().sign() > 0 && slope < 0};
    };
  };
  return place(s, ln_target, build, budget);
}

}  // namespace

std::optional<Enclosed> delta_by_cut(const Mechanism& m, Direction direction, const Number& eps, slong digits,
                                     const Budget& budget) {
  if (!is_known(m, direction) || eps.sign() <= 0) return std::nullopt;
  const bool add = usual_direction(m.pair, direction) == Direction::add;
  const double at = roughly(eps.ball(64));
  const auto exact = eps.rational();
  if (!exact) return std::nullopt;
  Enclosed best{.route = "cut"};
  best.lo = 0;
  best.hi = 1;
  double size = steady::log(roughly(m.rate.ball(64)) * static_cast<double>(m.steps)) - 2;
  double tolerance = -static_cast<double>(digits) * ln10 - 1;
  constexpr int patience = 6;
  for (int i = 0; i < patience && !budget.expired(); ++i) {
    const bool sized = best.lo.sign() > 0 && best.hi < best.lo * 2;
    const auto table = CutTable::build(m, add, at * (add ? 0.999 : 1.001), at, size, sized ? tolerance : -5, budget);
    if (!table) return std::nullopt;
    const Ball value = table->sample(*exact).value;
    best.lo = std::max(best.lo, value.lower());
    best.hi = std::min(best.hi, value.upper());
    best.bits = table->bits();
    best.method = method_of(*table);
    best.reached = has_digits(best.lo, best.hi, digits);
    if (best.reached) return best;
    if (sized) tolerance -= 3;
    const bool now = best.lo.sign() > 0 && best.hi < best.lo * 2;
    if (!now && i >= 3) return std::nullopt;
    size = now ? ln_about(Ball(best.lo, 64)) : std::min(size - 4, ln_about(Ball(best.hi, 64)) - 2);
  }
  return std::nullopt;
}

std::optional<Enclosed> epsilon_by_cut(const Mechanism& m, Direction direction, const Number& target, slong digits,
                                       const Budget& budget, std::optional<double>* proposal) {
  if (!is_known(m, direction)) return std::nullopt;
  const bool add = usual_direction(m.pair, direction) == Direction::add;
  const double ln_target = ln_about(target.ball(64));
  constexpr double spare = 2;  // for a little more than is asked for
  double tolerance = -static_cast<double>(digits) * ln10 - 3 - spare;
  const RoughSteps rough = rough_steps(m, add);
  auto near = place_in_doubles(rough, ln_target, budget);
  bool in_balls = false;
  const auto ask_balls = [&] {
    near = place_in_balls(m, rough, ln_target, tolerance, budget);
    in_balls = true;
  };
  if (!near) ask_balls();
  constexpr double around = 1e-2;
  constexpr int patience = 4;
  for (int i = 0; i < patience && !budget.expired(); ++i, tolerance -= 4) {
    if (proposal != nullptr) *proposal = near;
    if (near.value_or(0) == 0) return std::nullopt;
    const double end = *near * (add ? 1 - 2 * around : 1 + 2 * around);
    auto table = CutTable::build(m, add, end, *near, ln_target, tolerance, budget);
    if (!table && i == 0) table = CutTable::build(m, add, end, *near, ln_target, tolerance + spare, budget);
    if (!table) return std::nullopt;
    const slong bits = table->bits();
    const Ball goal = target.ball(2 * bits);
    const Rational lo = short_dyadic(*near * (1 - around), 40), hi = short_dyadic(*near * (1 + around), 40);
    if (less(goal, table->sample(lo).value) != Truth::yes || less_equal(table->sample(hi).value, goal) != Truth::yes) {
      if (!in_balls) ask_balls();
      continue;
    }
    // A little narrower than asked for, if the table tells: mostly the digits that are printed are settled then.
    Bracket bracket{lo, hi};
    for (const slong more : {2, 0}) {
      bracket = bisect({.f = [&](const Rational& eps, slong) { return table->sample(eps); },
                        .target = goal,
                        .lo = bracket.lo,
                        .hi = bracket.hi,
                        .digits = digits + more},
                       {.first_bits = bits, .last_bits = bits, .budget = budget})
                    .bracket;
      if (has_digits(bracket.lo, bracket.hi, digits)) break;
    }
    if (!has_digits(bracket.lo, bracket.hi, digits)) continue;
    Enclosed best{.route = "cut", .method = "certified inversion; " + method_of(*table)};
    best.lo = bracket.lo;
    best.hi = bracket.hi;
    best.reached = true;
    best.bits = bits;
    return best;
  }
  return std::nullopt;
}

}  // namespace hallmark::poisson_gaussian
