#pragma once

#include "laws/rounds.hpp"

namespace hallmark::check {

/// The profile of random allocation with Gaussian noise, to be bounded by convex laws on the witness's grids.
struct AllocationScheme {
  const Number& sigma;
  Count steps;
  Count selected;
  Count epochs;
  bool remove;
};

/// How many grids its laws take: the base law, the sums of the steps of one block, the products of the blocks, those of
/// the epochs.
[[nodiscard]] std::size_t allocation_grids(Count steps, Count selected, Count epochs);

/// The same of any mechanism, one step of which is given as a law.
struct SelectedEpochs {
  Count steps;
  Count selected;
  Count epochs;
  bool remove;
};

/// How the ratio of one block comes from those of its steps.
struct BlockRatio {
  Combination steps;
  std::function<ConvexLaw(const ConvexLaw& all, Count length, const ConvexSpec& spec)> of_all;
};
/// One step selected: the mean.
[[nodiscard]] BlockRatio mean_of_steps();
/// Steps that are drawn with the probability lambda each, given that one is: what dominates one selected step.
/// Domain:   0 < lambda < 1
/// Rigor:    PROOFS.md section 20.9
[[nodiscard]] BlockRatio given_a_draw(const Number& lambda);

/// remove: E(R - e^eps)_+, add: E(1 - e^eps R)_+ from one side, R the ratio of all epochs.
/// Kind:     upper or lower bound, as the side says
/// Domain:   grids.size() == allocation_grids(...); of means a lower bound for selected = 1 only
/// Rigor:    PROOFS.md sections 13 and 13.4
/// Cost:     as combined() for every grid
[[nodiscard]] Interval allocation_law_bound(const LawBase& step, const BlockRatio& block, const SelectedEpochs& scheme,
                                            const Number& eps, Side side, std::span<const Ratios> grids, Count unit,
                                            const Effort& effort);
[[nodiscard]] Interval allocation_law_bound(const AllocationScheme& scheme, const Number& eps, Side side,
                                            std::span<const Ratios> grids, Count unit, const Effort& effort);

}  // namespace hallmark::check
