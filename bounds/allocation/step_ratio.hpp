// One step of random allocation as its likelihood ratio: what bounds for several selected steps need of any mechanism.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "exact/budget.hpp"
#include "exact/convex_law.hpp"
#include "exact/number.hpp"

namespace hallmark::allocation {

/// The ratio X = dP/dQ of one step with the record (P) to one without it (Q), Q >> P.
struct StepRatio {
  RatioTails tails;    // masses on either side of x > 0 under both laws; balls of 128 bits or more
  RatioSketch sketch;  // a proposal: where X lies under Q
};

/// Gaussian noise of deviation sigma times the sensitivity: X = exp(Z / sigma - 1 / (2 sigma^2)).
/// Kind:      encloses: the tails are Phi at z and at z - 1/sigma, z = sigma ln x + 1/(2 sigma)
/// Domain:    0 < sigma; otherwise throws InputError
[[nodiscard]] StepRatio gaussian_step(const Number& sigma);

/// A selection: `selected` of `steps` steps, drawn uniformly and anew in each of `epochs` epochs.
struct Selection {
  slong steps;
  slong selected;
  slong epochs = 1;
};

/// Throws InputError unless 1 <= selected <= steps, 1 <= epochs, steps * epochs <= 10^12.
void check_selection(std::string_view where, const Selection& selection);

/// Where X has any mass to speak of, or more than a negligible one.
/// Kind:      a proposal
struct RatioRange {
  double low, high;
};
[[nodiscard]] RatioRange range_of(const StepRatio& step, double negligible = 1e-40);

/// A lambda: so much of selected / steps.
/// Kind:      a proposal, in (0, 1)
[[nodiscard]] Rational rate_for(const Selection& selection, double share);

/// Where between 0.5 and 1.1 a smooth function of the share is largest.
/// Kind:      a proposal
/// Cost:      eight values
[[nodiscard]] double best_share(const std::function<double(double share)>& worth);

/// How fine a lattice of sums over all steps is: what n roundings of h add to its variance, n h^2/12, is a share of the
/// sum's standard deviation squared, within limits.
struct Fineness {
  double share, least, most;
  slong coarser = 0;  // h times 2^coarser
};
inline constexpr Fineness coarsest{0, 0.04, 0.04, 2};
inline constexpr Fineness coarse{0, 0.04, 0.04};
inline constexpr Fineness fine{8e-4, 0.0012, 0.0025};

/// The scale of such a lattice for the sum of all ln(1 - lambda + lambda X): h = 2^-scale.
/// Kind:      a proposal
[[nodiscard]] slong lattice_scale(const StepRatio& step, const Selection& selection, const Rational& lambda,
                                  const Fineness& fineness);

/// The masses of X in [cuts_i, cuts_(i+1)) under both laws: cell 0 is [0, cuts_0), the last one has no end.
/// Kind:      encloses
/// Domain:    0 < cuts_0 < cuts_1 < ...
/// Errors:    nothing where the budget ends
struct StepCell {
  Ball p;
  Ball q;
};
[[nodiscard]] std::optional<std::vector<StepCell>> step_cells(const StepRatio& step, const std::vector<double>& cuts,
                                                              const Budget& budget);

}  // namespace hallmark::allocation
