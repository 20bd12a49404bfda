#include "allocation/allocation_law.hpp"

#include <algorithm>
#include <bit>

namespace hallmark::check {

std::size_t allocation_grids(Count steps, Count selected, Count epochs) {
  const Count longer = steps % selected;
  std::size_t count = 1 + combinations(steps / selected) + combinations(selected - longer) + combinations(epochs);
  if (longer > 0) count += 2 + combinations(longer);
  return count;
}

Interval allocation_law_bound(const AllocationScheme& scheme, const Number& eps, Side side,
                              std::span<const Ratios> grids, Count unit, const Effort& effort) {
  const LawBase step = [&](const Ratios& grid, const ConvexSpec& spec) {
    return lognormal_base(scheme.sigma, grid, spec);
  };
  const SelectedEpochs epochs{scheme.steps, scheme.selected, scheme.epochs, scheme.remove};
  return allocation_law_bound(step, mean_of_steps(), epochs, eps, side, grids, unit, effort);
}

BlockRatio mean_of_steps() {
  return {Combination::sum,
          [](const ConvexLaw& all, Count length, const ConvexSpec& spec) { return divided(all, length, spec); }};
}

BlockRatio given_a_draw(const Number& lambda) {
  return {Combination::product, [=](const ConvexLaw& all, Count length, const ConvexSpec& spec) {
            const Count precision = spec.unit + 64 + bits_of(length);
            return given_drawn(all, exp(log1p(-enclose(lambda, precision)) * integer(length, precision)), spec);
          }};
}

Interval allocation_law_bound(const LawBase& step, const BlockRatio& block, const SelectedEpochs& scheme,
                              const Number& eps, Side side, std::span<const Ratios> grids, Count unit,
                              const Effort& effort) {
  // Rounding adds up to one unit of mass a point; the sums and products after it multiply that, and positions weigh it.
  constexpr Count guard = 160;
  const Count bits = effort.scale + 2 * bits_of(scheme.steps) + 2 * bits_of(scheme.epochs) + guard;
  if (bits > 8000) throw TooMuchWork();
  const ConvexSpec spec{scheme.remove ? Slope::rising : Slope::falling, side, unit, (bits + 63) / 64 * 64};
  const auto next = [&](std::size_t count) {
    const std::span<const Ratios> some = grids.first(count);
    grids = grids.subspan(count);
    return some;
  };
  const auto times = [&](const ConvexLaw& law, Count count) {
    return power(law, count, Combination::product, next(combinations(count)), spec);
  };
  const Count length = scheme.steps / scheme.selected;
  const Count longer = scheme.steps % scheme.selected;
  const ConvexLaw base = step(next(1).front(), spec);
  const ConvexLaw all = power(base, length, block.steps, next(combinations(length)), spec);
  ConvexLaw epoch = times(block.of_all(all, length, spec), scheme.selected - longer);
  if (longer > 0) {
    const ConvexLaw more = combined(all, base, block.steps, next(1).front(), spec);
    const ConvexLaw blocks = times(block.of_all(more, length + 1, spec), longer);
    epoch = combined(epoch, blocks, Combination::product, next(1).front(), spec);
  }
  return hinge(times(epoch, scheme.epochs), eps, spec);
}

}  // namespace hallmark::check
