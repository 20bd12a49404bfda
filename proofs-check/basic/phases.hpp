#pragma once

#include <optional>

#include "basic/rounds_sum.hpp"
#include "batch/line_transform.hpp"
#include "laws/finite_base.hpp"

namespace hallmark::check {

/// What a composition may be made of (FORMAT.md section 4.1).
[[nodiscard]] std::span<const PhaseRow> phase_table();

/// Whether the log ratio of a phase is normal.
[[nodiscard]] bool is_normal(const Phase& phase);
/// The variance of its log ratio, all its rounds together.
[[nodiscard]] Interval variance_of(const Phase& phase, mpfr_prec_t precision);
/// Whether it has no largest value in one direction, so that delta of the composition is positive everywhere.
[[nodiscard]] bool is_unbounded(const Phase& phase, bool remove);
/// Whether its rounds take place with a probability below 1.
[[nodiscard]] bool is_sampled(const Arguments& arguments);

/// Whether its two directions are the same.
[[nodiscard]] bool is_symmetric(const Phase& phase);

/// The two laws of one step, for steps on batches with Gaussian noise.
[[nodiscard]] std::optional<StepPair> batch_of(const Phase& phase, bool remove);

/// Laplace noise, and the least pair of bounded range, of reach eps0: PROOFS.md 14.6.
[[nodiscard]] Spline laplace_noise(const Number& eps0, mpfr_prec_t precision);
[[nodiscard]] Spline least_pair(const Number& eps0, mpfr_prec_t precision);
/// One of them, where the phase is, before sampling.
[[nodiscard]] std::optional<Spline> spline_of(const Phase& phase, mpfr_prec_t precision);

/// Randomized response over k answers, truth kept with 1 - p.
[[nodiscard]] Outcomes rr_local(std::uint64_t k, const Number& p, mpfr_prec_t precision);
/// One round that takes place, of a phase or of the quantity of its name, by its outcomes.
[[nodiscard]] Outcomes whole_outcomes(std::string_view name, const Arguments& arguments, mpfr_prec_t precision,
                                      Budget& budget);
/// One round of any other phase on a line, by its outcomes in one direction.
[[nodiscard]] Outcomes outcomes_of(const Phase& phase, bool remove, mpfr_prec_t precision, Budget& budget);

/// One round of a phase that is not normal in one direction, cut into cells. Throws Rejected where it has none.
/// Cost:     that of the base law
[[nodiscard]] Cells cells_of(const Phase& phase, bool remove, const BaseSpec& spec, Budget& budget);

}  // namespace hallmark::check
