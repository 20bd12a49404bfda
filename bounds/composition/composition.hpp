// Compositions: the profile of many rounds of several mechanisms on the same data, enclosed by independent routes.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/basic/spline_rounds.hpp"
#include "bounds/composition/few_atoms.hpp"
#include "bounds/composition/finite_law.hpp"
#include "bounds/enclosed.hpp"
#include "exact/bracket.hpp"
#include "exact/lattice_law.hpp"
#include "exact/number.hpp"
#include "hallmark/words.hpp"

namespace hallmark {
enum class Slope;
struct Resolution;
struct RatioLaw;
}  // namespace hallmark

namespace hallmark::composition {

class LineTransform;

/// A largest log ratio that need not have a name, and e to it where that is rational.
struct LargestRatio {
  std::function<Ball(slong bits)> log;
  std::optional<Rational> ratio = {};
};

/// One mechanism run `rounds` times. A phase says of one round what its author can: `atoms`, or else `lattice`.
struct Phase {
  std::string key = {};  // canonical text of mechanism and parameters: equal keys are equal laws
  slong rounds = 1;
  bool symmetric = false;  // both directions are the same
  /// The essential supremum of ln(dP/dQ), in both directions.
  std::optional<Number> largest_log_ratio = {};
  /// The essential suprema of ln(dP/dQ) and of ln(dQ/dP) of a sampled round, which are others.
  std::optional<LargestRatio> largest_sampled = {};
  std::optional<LargestRatio> largest_sampled_of_add = {};
  /// At least ln(dP/dQ) wherever that is finite, in both directions; none: the essential supremum.
  std::optional<Number> largest_finite_log_ratio = {};
  /// Encloses the P-mass where Q is 0, in the worse direction; none: it is 0.
  std::function<Ball(slong bits)> infinite = {};
  /// The same mass where it has a name: what a target that equals it is compared with.
  std::optional<Number> infinite_number = {};
  /// At least ln(dQ/dP), where that is never infinite though ln(dP/dQ) may be; none: both may be, or neither.
  std::optional<Number> largest_log_ratio_of_add = {};
  /// One round is a Gaussian mechanism: encloses the variance of ln(dP/dQ), 1/sigma^2 at sensitivity 1.
  std::function<Ball(slong bits)> gaussian_variance = {};
  /// One round is dominated, in both directions, by a Gaussian mechanism of which this encloses the same variance: what
  /// is proved immediately, where the rounds themselves take long. Beside a Gaussian one: none.
  std::function<Ball(slong bits)> dominating_variance = {};
  /// The outcomes of one round (remove).
  AtomSource atoms = {};
  /// The same as fractions, where they are few; nothing where they are no fractions or many, or the budget ends.
  std::function<std::optional<std::vector<ExactAtom>>(const Budget&)> exact_atoms = {};
  /// The law of one round in truncated powers, where it is of that kind: several rounds have a closed form. Of symmetric phases.
  std::function<basic::SplinePair(slong bits)> powers = {};
  /// delta of one round, cheap where the rounds are not.
  std::function<Ball(Direction, const Number& eps, slong bits, const Budget&)> one_round = {};
  /// The transform of one round on vertical lines, null where it has none; left out: that of the outcomes.
  std::function<std::shared_ptr<const LineTransform>(Direction)> transform = {};
  /// The same of a round that is done with a probability below 1: of phases that say so.
  std::function<std::shared_ptr<const LineTransform>(Direction, const Number& rate)> sampled_transform = {};
  /// The law of such a round on a lattice, as `lattice`.
  std::function<std::optional<LatticeLaw>(Direction, const Number& rate, const LatticeEffort&, const Budget&)>
      sampled_lattice = {};
  bool transform_decays = false;  // along a line: a contour of several phases needs one that does
  /// An upper bound of the mechanism that it is named after, not attained by it.
  bool upper = false;
  /// The law of one round on a lattice of about effort.points points; nothing when the budget ends. Beside outcomes: where
  /// they are too many for a list, and nothing where this does not know the law.
  std::function<std::optional<LatticeLaw>(Direction, const LatticeEffort&, const Budget&)> lattice = {};
  /// The convex law of the ratio of one round: a phase that has nothing else goes the route convex; null when the
  /// budget ends.
  std::function<std::shared_ptr<const RatioLaw>(Slope, const Resolution&, const Budget&)> ratio_law = {};
};

/// What is asked: as Request of the registry.
struct Ask {
  Direction direction;
  slong digits = 15;
  bool default_effort = false;  // no digits were asked for: about 10^-6, or less where that is costly
  std::string_view route = {};  // atoms, lattice, convex, contour, or empty
  Budget budget;
};

/// The unit of Enclosed::ratios, and the cells a unit of log ratio that go with them.
inline constexpr slong ratio_unit = 48;
inline constexpr slong certificate_cells = 4000;

/// delta(eps) = E_P[(1 - e^(eps - L))_+] of the product of all rounds of all phases, L the sum of their log ratios.
/// Kind:      encloses, as a bracket whose width is bounded by effort
/// Units:     eps in nats; adjacency of the phases; remove H(P||Q), add H(Q||P), both: the larger
/// Domain:    at least one phase; 1 <= rounds, at most 10^15 in all; otherwise throws InputError
/// Rigor:     adaptive rounds: the product of pairs that dominate each round dominates the composition. 0 exactly from
///            the sum of the largest log ratios on. Two rounds in all: two_round_delta on atoms. Gaussian phases: one
///            Gaussian of the sum of their variances. Otherwise LatticeLaw; how fine is searched, and is no part of a
///            proof.
/// Source:    [KHH21] Theorem 5 (the formula); the enclosures are our own
/// Cost:      seconds; O(log rounds) products of polynomials
[[nodiscard]] Enclosed delta(const std::vector<Phase>& phases, const Number& eps, const Ask& ask);

/// inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses: the upper law's delta(hi) <= delta was evaluated (or hi is the sum of the largest log ratios)
///            and the lower law's delta(lo) > delta
/// Units:     as delta
/// Domain:    0 <= delta <= 1, and above delta(infinity), otherwise throws InputError
/// Rigor:     delta(eps) is nonincreasing
/// Source:    as delta
/// Cost:      one or a few laws, and about 30 evaluations of each end
[[nodiscard]] Enclosed epsilon(const std::vector<Phase>& phases, const Number& delta, const Ask& ask);

/// sensitivity^2/sigma^2, the variance of the log ratio of a Gaussian mechanism, at the bits asked for.
/// Kind:      encloses
/// Domain:    0 < sigma
[[nodiscard]] std::function<Ball(slong bits)> normal_variance(const Number& sigma, const Rational& sensitivity);

/// A Gaussian mechanism of sensitivity 1 as a phase.
/// Kind:      exact: its log ratio is normal of variance 1/sigma^2
/// Domain:    0 < sigma; otherwise throws InputError
/// Source:    [BW18] Theorem 8
[[nodiscard]] Phase gaussian(const Number& sigma, slong rounds);

/// The lattice law of N(v/2, v) under P, N(-v/2, v) under Q: the Gaussian mechanism with v = rounds / sigma^2.
/// Kind:      encloses
/// Domain:    0 < v
/// Rigor:     masses of cells as differences of erfc; tails are below the window and missing
/// Source:    as gaussian
[[nodiscard]] std::optional<LatticeLaw> gaussian_lattice(const Ball& variance, const LatticeEffort& effort,
                                                         const Budget& budget);

}  // namespace hallmark::composition
