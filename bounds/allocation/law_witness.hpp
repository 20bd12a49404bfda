// What a certificate about random allocation suggests to the checker where contours do not reach: convex laws.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "bounds/allocation/contour_witness.hpp"
#include "bounds/composition/composition.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::allocation {

/// One side of the law of the ratio of one step, with the grid that it is made on.
using StepLaw = std::function<std::optional<TracedLaw>(Slope, Side, const Resolution&, const Budget&)>;

/// Gaussian noise; and any mechanism by its convex law, whose upper side stands on the grid.
/// Kind:      as the law
/// Domain:    a rational sigma > 0; a phase with a convex law
[[nodiscard]] StepLaw normal_step(const Rational& sigma);
[[nodiscard]] StepLaw step_of(const composition::Phase& phase);
/// Gaussian noise, sampled at a rate.
/// Kind:      as the law
/// Domain:    rationals, 0 < sigma, 0 < rate < 1
[[nodiscard]] StepLaw poisson_step(const Rational& sigma, const Rational& rate);

/// Which steps are selected, and how often.
struct SelectedEpochs {
  slong steps;
  slong epochs;
  slong selected;
  Direction direction;
  /// What dominates one selected step of a block: Poisson sampling at this rate, given that a step is drawn.
  std::optional<Rational> lambda = {};
};

/// The laws of proofs-check/FORMAT.md for one end, in units of 2^-unit: for an upper end the laws of the direction or
/// of both, for a lower end that of the larger divergence. Nothing where no law small enough for the checker proves the
/// end; for selected > 1 nothing for a lower end but of what dominates.
/// Kind:      a proposal: any grid gives valid laws, and the checker proves what it needs
/// Domain:    as profile_law, but any direction
/// Cost:      a few laws of one side
[[nodiscard]] std::optional<std::vector<witness::EpochLaw>> laws(const StepLaw& step, const SelectedEpochs& parameters,
                                                                 const DeltaEnd& end, slong unit, const Budget& budget);

/// A unit fine enough for the laws of so many steps about such an eps.
/// Kind:      a proposal
/// Domain:    as profile_law
[[nodiscard]] slong law_unit(slong steps, const Number& eps);

}  // namespace hallmark::allocation
