#pragma once

#include <variant>

#include "basic/rounds_sum.hpp"
#include "batch/line_transform.hpp"
#include "laws/finite_base.hpp"
#include "statement/reach.hpp"

namespace hallmark::check {

/// Its log ratio is normal, of this variance.
struct NormalLaw {
  std::function<Interval(const Arguments&, Count)> variance;
};
/// A step on batches with Gaussian noise.
struct BatchLaw {
  std::function<StepPair(const Arguments&, bool remove)> pair;
};
/// A symmetric law of the log ratio: atoms at both ends and a density between them.
struct SplineLaw {
  std::function<Spline(const Arguments&, Count)> whole;
};
/// A list of outcomes.
struct OutcomesLaw {
  std::function<Outcomes(const Arguments&, Count)> whole;
};
/// Shuffled responses: cells alone.
struct CellsLaw {
  std::function<Cells(const Arguments&, bool remove, const BaseSpec&)> cells;
};
using Law = std::variant<NormalLaw, BatchLaw, SplineLaw, OutcomesLaw, CellsLaw>;

/// Whether a round takes place always, or with the probability that its parameter `rate` gives.
enum class Sampling { always, by_rate };
/// Whether some involution exchanges the two laws of a round that takes place.
enum class Symmetry { directed, symmetric };

/// One round of a mechanism.
struct Mechanism {
  Required<Sampling> sampling;
  Required<Symmetry> symmetry;
  Required<std::function<Reach(const Arguments&)>> reach;  ///< of a round that takes place, in both directions
  Required<Law> law;  ///< of a round that takes place; of a step on batches with its sampling
};

/// The mechanisms that are quantities of their own, too.
namespace mechanisms {
extern const Mechanism binomial_noise, bounded_range, discrete_gaussian, discrete_gaussian_sum, discrete_laplace,
    discrete_laplace_sum, laplace, rr, rr_local, skellam;
/// Any (eps, delta)-private mechanism by the names of its two parameters.
[[nodiscard]] Mechanism eps_delta(std::string_view eps, std::string_view delta);
}  // namespace mechanisms

/// What a composition may be made of (FORMAT.md section 4.1).
[[nodiscard]] std::span<const PhaseRow> phase_table();
/// So many steps of Poisson batches.
[[nodiscard]] Phase poisson_steps(const Number& rate, const Number& sigma, Count rounds);
[[nodiscard]] inline bool is_normal(const Phase& phase) {
  return std::holds_alternative<NormalLaw>(*phase.row->mechanism.law);
}
[[nodiscard]] inline bool is_batch(const Phase& phase) {
  return std::holds_alternative<BatchLaw>(*phase.row->mechanism.law);
}

/// Whether its rounds take place with a probability below 1.
[[nodiscard]] bool is_sampled(const Mechanism& mechanism, const Arguments& arguments);
/// Whether its two directions are one number.
[[nodiscard]] bool is_symmetric(const Mechanism& mechanism, const Arguments& arguments);
/// The largest log ratio of one round in one direction.
[[nodiscard]] Reach reach_of(const Mechanism& mechanism, const Arguments& arguments, bool remove);

/// Laplace noise, and the least pair of bounded range, of reach eps0: PROOFS.md 14.6.
[[nodiscard]] Spline laplace_noise(const Arguments& arguments, Count precision);
[[nodiscard]] Spline least_pair(const Arguments& arguments, Count precision);

/// One round by its outcomes, if it takes place (`whole`), and in one direction. Throws Rejected where there are none.
[[nodiscard]] Outcomes whole_outcomes(const Mechanism& mechanism, const Arguments& arguments, Count precision);
[[nodiscard]] Outcomes outcomes_of(const Mechanism& mechanism, const Arguments& arguments, bool remove,
                                   Count precision);

/// One round that is not normal in one direction, cut into cells. Throws Rejected where it has none.
/// Cost:     that of the base law
[[nodiscard]] Cells cells_of(const Mechanism& mechanism, const Arguments& arguments, bool remove, const BaseSpec& spec);

/// Takes each alternative of a variant by a function of its own.
template <class... Functions>
struct Cases : Functions... {
  using Functions::operator()...;
};
template <class... Functions>
Cases(Functions...) -> Cases<Functions...>;

}  // namespace hallmark::check
