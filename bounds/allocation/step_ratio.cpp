#include "bounds/allocation/step_ratio.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <string>

#include "exact/convex_grid.hpp"
#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong step_bits = 128;
constexpr slong most_steps_in_all = 1'000'000'000'000;

// Through the tails on the side where they are small.
Ball mass_between(const Ball& below_a, const Ball& above_a, const Ball& below_b, const Ball& above_b) {
  return less(above_a, below_a) == Truth::yes ? above_a - above_b : below_b - below_a;
}

// The standard deviation of the sum of scores with the record, over the sketch.
double spread_of(const StepRatio& step, const Selection& s, double lambda) {
  const auto& [position, mass] = step.sketch;
  double sum[2] = {};
  double first[2] = {};
  double second[2] = {};
  for (std::size_t i = 0; i < position.size(); ++i) {
    const double score = steady::log1p(lambda * (position[i] - 1));
    const double weights[2] = {mass[i], mass[i] * position[i]};
    for (int with = 0; with < 2; ++with) {
      sum[with] += weights[with];
      first[with] += weights[with] * score;
      second[with] += weights[with] * score * score;
    }
  }
  const auto variance = [&](int with) { return second[with] / sum[with] - steady::pow(first[with] / sum[with], 2); };
  const auto k = static_cast<double>(s.selected);
  const double one = k * variance(1) + static_cast<double>(s.steps - s.selected) * variance(0);
  return std::sqrt(std::max(0.0, one * static_cast<double>(s.epochs)));
}

}  // namespace

StepRatio gaussian_step(const Number& sigma) {
  if (sigma.sign() <= 0) throw InputError("allocation", "sigma", sigma.to_string(), "0 < sigma");
  const Ball s = sigma.ball(step_bits);
  const Ball half = 1 / (s * 2);
  const auto tails = [s, half](double x) {
    const Ball at = log(hallmark::exactly(x, step_bits)) * s;
    const NormalSides with = normal_sides(at - half), without = normal_sides(at + half);
    return RatioTail{without.below, without.above, with.below, with.above};
  };
  grid::Sketch sketch = grid::lognormal_sketch((1 / s).to_double_down());
  return {tails, {std::move(sketch.position), std::move(sketch.mass)}};
}

void check_selection(std::string_view where, const Selection& s) {
  if (s.steps < 1 || s.steps > most_steps_in_all)
    throw InputError(where, "steps", std::to_string(s.steps), "in 1..10^12");
  if (s.selected < 1 || s.selected > s.steps) {
    throw InputError(where, "selected", std::to_string(s.selected), "in 1..steps");
  }
  if (s.epochs < 1 || s.epochs > most_steps_in_all / s.steps) {
    throw InputError(where, "epochs", std::to_string(s.epochs), "at least 1, and at most 10^12 steps in all");
  }
}

RatioRange range_of(const StepRatio& step, double negligible) {
  const auto& [position, mass] = step.sketch;
  const auto counts = [&](std::size_t i) { return mass[i] * std::max(1.0, position[i]) > negligible; };
  std::size_t low = 0;
  std::size_t high = position.size() - 1;
  while (low < high && !counts(low)) ++low;
  while (high > low && !counts(high)) --high;
  return {position[low], position[high]};
}

Rational rate_for(const Selection& s, double share) {
  constexpr int kept = 20;
  constexpr double largest = 0.999;
  const double wanted = share * static_cast<double>(s.selected) / static_cast<double>(s.steps);
  return short_dyadic(std::min(wanted, largest), kept);
}

double best_share(const std::function<double(double share)>& worth) {
  constexpr double shares[] = {0.74, 0.80, 0.86, 0.92, 0.98};
  constexpr double nearer = 0.02;
  constexpr std::size_t count = std::size(shares);
  // Where a parabola through three values is largest, at most three steps from the one in the middle.
  const auto vertex = [](double middle, double step, const double* value) {
    const double left = value[1] - value[0];
    const double right = value[1] - value[2];
    if (std::isfinite(value[1]) && !std::isfinite(left + right)) return middle;  // beside it the time was over
    if (!(left + right > 0)) return right < left ? middle + step : middle - step;
    return middle + std::clamp((left - right) / (left + right), -6.0, 6.0) * step / 2;
  };
  double values[count];
  std::size_t at = 1;
  for (std::size_t i = 0; i < count; ++i) {
    values[i] = worth(shares[i]);
    if (i > 1 && i + 1 < count && values[i] > values[at]) at = i;
  }
  const double near = std::clamp(vertex(shares[at], shares[1] - shares[0], &values[at - 1]), 0.52, 1.08);
  const double around[] = {worth(near - nearer), worth(near), worth(near + nearer)};
  return std::clamp(vertex(near, nearer, around), 0.5, 1.1);
}

slong lattice_scale(const StepRatio& step, const Selection& s, const Rational& lambda, const Fineness& fineness) {
  const double n = static_cast<double>(s.steps) * static_cast<double>(s.epochs);
  constexpr double most_cells = slong{1} << 17;
  const double rate = roughly(Ball(lambda, 64));
  const double spread = spread_of(step, s, rate);
  const double range = steady::log1p(rate * (range_of(step).high - 1)) - steady::log1p(-rate);
  const double deviation = std::clamp(fineness.share * spread, fineness.least, fineness.most);
  const double h = std::clamp(deviation * std::sqrt(12 / n), range / most_cells, 0.1);
  return static_cast<slong>(std::floor(-steady::log2(h) + 0.5)) - fineness.coarser;
}

std::optional<std::vector<StepCell>> step_cells(const StepRatio& step, const std::vector<double>& cuts,
                                                const Budget& budget) {
  constexpr std::size_t a_piece = 64;  // about 10 ms
  const Ball none(0, step_bits);
  RatioTail before{none, Ball(1, step_bits), none, Ball(1, step_bits)};
  std::vector<StepCell> cells;
  cells.reserve(cuts.size() + 1);
  for (const double cut : cuts) {
    if (cells.size() % a_piece == 0 && budget.expired()) return std::nullopt;
    RatioTail at = step.tails(cut);
    cells.push_back({mass_between(before.p_below, before.p_above, at.p_below, at.p_above),
                     mass_between(before.q_below, before.q_above, at.q_below, at.q_above)});
    before = std::move(at);
  }
  cells.push_back({before.p_above, before.q_above});
  return cells;
}

}  // namespace hallmark::allocation
