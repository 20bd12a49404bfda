#pragma once

#include "basic/phases.hpp"
#include "laws/finite_base.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

/// Bits with which one round is computed to be cut into such cells.
[[nodiscard]] Count cells_precision(const BaseSpec& spec);
/// The direction remove of one round, cut into cells: of a spline that takes place with probability `rate`; of outcomes
/// as they are.
[[nodiscard]] Cells spline_cells(const Spline& whole, const Number& rate, const BaseSpec& spec);
[[nodiscard]] Cells outcome_cells(const Outcomes& all, const BaseSpec& spec);

/// delta(eps) of one round in one direction, eps >= 0, of noise whose rounds take place with probability `rate` only:
/// (P', Q) = ((1-q) Q + q P, Q), P and Q exchanged by an involution, no outcome infinite where q < 1.
/// Rigor:    PROOFS.md 14.5
using SampledRound = std::function<Interval(const Quantity&, bool remove, const Number& eps, Count)>;
[[nodiscard]] Interval laplace_round(const Quantity& q, bool remove, const Number& eps, Count precision);
[[nodiscard]] SampledRound outcomes_round(const Mechanism& mechanism);

/// One round by the method named, several on a grid.
/// Cost:     that of the outcomes; of a grid that of upper_delta
[[nodiscard]] Profile read_sampled(Reader& reader, const Quantity& quantity, std::string_view single,
                                   const Mechanism& mechanism, const SampledRound& one_round);

}  // namespace hallmark::check
