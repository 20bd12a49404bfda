#include "bounds/allocation/law_witness.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <vector>

#include "bounds/directions.hpp"
#include "exact/given_drawn.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

using Grids = std::vector<std::vector<double>>;

void append(Grids& all, const Grids& more) { all.insert(all.end(), more.begin(), more.end()); }

// One side of one direction, with every grid in the checker's order.
std::optional<TracedLaw> traced(const StepLaw& step, const SelectedEpochs& p, Side side, const Resolution& resolution,
                                const Budget& budget) {
  constexpr slong most_copies = 1'000'000'000'000;  // of one law in a product
  const Slope slope = p.direction == Direction::remove ? Slope::rising : Slope::falling;
  const slong length = p.steps / p.selected;
  if (std::max(length, p.epochs) > most_copies) return std::nullopt;
  const slong longer = p.steps % p.selected;
  Resolution each = resolution;
  each.smallest_delta =
      std::max(1e-290, each.smallest_delta / static_cast<double>(p.epochs) / static_cast<double>(p.selected));
  if (p.lambda) {
    const Ball never = never_drawn(*p.lambda, length);
    if (!is_drawn_often(never)) return std::nullopt;
    each.smallest_delta = std::max(1e-290, each.smallest_delta * roughly(1 - never));
  }
  const auto ratio = [&](const ConvexLaw& law, slong steps) {
    return p.lambda ? given_drawn(law, never_drawn(*p.lambda, steps)) : divided(law, steps);
  };
  const auto base = step(slope, side, each, budget);
  if (!base) return std::nullopt;
  const auto whole = p.lambda ? traced_power_product(base->law, length, each, budget)
                              : traced_power_sum(base->law, length, each, budget);
  if (!whole) return std::nullopt;
  Grids grids = base->grids;
  append(grids, whole->grids);
  auto epoch = traced_power_product(ratio(whole->law, length), p.selected - longer, each, budget);
  if (!epoch) return std::nullopt;
  append(grids, epoch->grids);
  if (longer > 0) {
    const auto block = p.lambda ? traced_product(whole->law, base->law, each, budget)
                                : traced_sum(whole->law, base->law, length + 1, length + 1, each, budget);
    if (!block) return std::nullopt;
    append(grids, block->grids);
    const auto blocks = traced_power_product(ratio(block->law, length + 1), longer, each, budget);
    if (!blocks) return std::nullopt;
    append(grids, blocks->grids);
    epoch = traced_product(epoch->law, blocks->law, each, budget);
    if (!epoch) return std::nullopt;
    append(grids, epoch->grids);
  }
  auto all = traced_power_product(epoch->law, p.epochs, resolution, budget);
  if (!all) return std::nullopt;
  append(grids, all->grids);
  return TracedLaw{std::move(all->law), std::move(grids)};
}

witness::EpochLaw law_of(const Grids& grids, Direction direction, slong unit) {
  witness::EpochLaw law{direction, {}};
  for (const auto& nodes : grids) law.ratios.push_back(witness::ratios_of(nodes, unit));
  return law;
}

// How many grids the checker expects.
std::size_t grids_of(const SelectedEpochs& p) {
  const auto operations = [](slong count) {
    const auto n = static_cast<ulong>(count);
    return static_cast<std::size_t>(std::bit_width(n) - 1 + std::popcount(n) - 1);
  };
  const slong longer = p.steps % p.selected;
  return 1 + operations(p.steps / p.selected) + operations(p.selected - longer) +
         (longer > 0 ? 2 + operations(longer) : 0) + operations(p.epochs);
}

// The coarsest law that proves the end of one direction.
std::optional<Grids> law_for(const StepLaw& step, const SelectedEpochs& p, const DeltaEnd& end, const Budget& budget) {
  constexpr slong most_nodes = 4096;
  constexpr double most_pairs = 1.4e8;  // so that three laws of a certificate are within the checker's work
  constexpr double least_fall = 0.02;   // where what is missing falls no faster, it stays
  const double size = roughly(end.value.ball(64));
  Resolution resolution{.nodes = 256, .smallest_delta = std::clamp(size, 1e-120, 1.0)};
  const Rational margin = short_dyadic(1e-7, 4);  // the checker's base law and its rounding are its own
  std::optional<double> before;
  for (; resolution.nodes <= most_nodes; resolution.nodes *= 2) {
    const auto operations = static_cast<double>(grids_of(p));
    if (operations * steady::pow(static_cast<double>(resolution.nodes), 2) > most_pairs) return std::nullopt;
    const auto law = traced(step, p, end.upper ? Side::upper : Side::lower, resolution, budget);
    if (!law || budget.expired()) return std::nullopt;
    const Rational bound = delta_end(law->law, end.eps);
    const Ball value = end.value.ball(192);
    const Truth proved =
        end.upper ? less(Ball(bound * (1 + margin), 192), value) : less(value, Ball(bound * (1 - margin), 192));
    if (proved == Truth::yes) return law->grids;
    const double missing = roughly((Ball(bound, 192) - value).with_bits(64)) * (end.upper ? 1 : -1);
    if (before && missing > 0 && *before - missing < least_fall * missing) return std::nullopt;
    before = missing;
  }
  return std::nullopt;
}

}  // namespace

StepLaw normal_step(const Rational& sigma) {
  return [variance = Number(1 / (sigma * sigma))](Slope slope, Side side, const Resolution& resolution,
                                                  const Budget& budget) {
    return traced_lognormal(variance, slope, side, resolution, budget);
  };
}

StepLaw step_of(const composition::Phase& phase) {
  return [law = phase.ratio_law](Slope slope, Side side, const Resolution& resolution,
                                 const Budget& budget) -> std::optional<TracedLaw> {
    const auto both = law(slope, resolution, budget);
    if (!both) return std::nullopt;
    return TracedLaw{side == Side::upper ? both->upper : both->lower, {both->upper.position}};
  };
}

StepLaw poisson_step(const Rational& sigma, const Rational& rate) {
  return [=, step = normal_step(sigma)](Slope slope, Side side, const Resolution& resolution,
                                        const Budget& budget) -> std::optional<TracedLaw> {
    const auto normal = step(slope, side, resolution, budget);
    if (!normal) return std::nullopt;
    // The least ratio is 1 - rate: the first point stands a little below it.
    const double q = binary64(rate, Rounding::down);
    std::vector<double> points{(1 - q) * (1 - 0x1p-40)};
    for (const double x : normal->grids.front()) {
      if (x > 0) points.push_back(1 - q + q * x);
    }
    return TracedLaw{subsampled(normal->law, Number(rate)), {std::move(points)}};
  };
}

slong law_unit(slong steps, const Number& eps) {
  constexpr slong spare = 38;
  const double depth = std::max(0.0, roughly(eps.ball(64)) / M_LN2);
  constexpr double most = 300;
  const auto width = static_cast<slong>(std::bit_width(static_cast<ulong>(steps)));
  return spare + width / 2 + static_cast<slong>(std::min(most, depth));
}

std::optional<std::vector<witness::EpochLaw>> laws(const StepLaw& step, const SelectedEpochs& parameters,
                                                   const DeltaEnd& end, slong unit, const Budget& budget) {
  if (!end.is_trivial() && !end.upper && parameters.selected != 1 && !parameters.lambda) return std::nullopt;
  return prove_end(
      directions_of(parameters.direction), end.upper, [&](Direction d) -> std::optional<witness::EpochLaw> {
        SelectedEpochs one = parameters;
        one.direction = d;
        const auto grids =
            end.is_trivial() ? std::optional(Grids(grids_of(one), {0, 1})) : law_for(step, one, end, budget);
        if (!grids) return std::nullopt;
        return law_of(*grids, d, unit);
      });
}

}  // namespace hallmark::allocation
