// The law of a round of Laplace noise, or of bounded range, on a grid of its log ratio, Poisson-sampled or not.
#pragma once

#include <optional>

#include "bounds/basic/spline_rounds.hpp"
#include "exact/lattice_law.hpp"
#include "hallmark/words.hpp"

namespace hallmark::basic {

/// The cells of L = ln(1 - q + q e^u), of -L under add, u the log ratio of the pair.
/// Kind:      encloses; nothing when the budget ends, or where a log ratio is so large that its bits do not place it
/// Units:     zero-out where the rate is below 1; direction not both
/// Domain:    a pair whose masses add up to 1, 0 < rate <= 1
/// Rigor:     L grows with u, e^u = 1 + (e^L - 1)/q. Between u1 and u2 the first law of the pair has the mass 2 C
///            (e^(u2/2) - e^(u1/2)), the second 2 C (e^(-u1/2) - e^(-u2/2)), C = scale density; the sampled first law is
///            their mixture. An atom belongs to the cell that is proved to hold it, or stands within a step of a node
/// Source:    proofs-check/PROOFS.md section 14.5
/// Cost:      an exponential and a square root a cell
[[nodiscard]] std::optional<LatticeLaw> spline_lattice(const SplinePair& pair, const Ball& rate, Direction direction,
                                                       const LatticeEffort& effort, const Budget& budget);

/// The bits that the pair of spline_lattice should have.
/// Kind:      a proposal
[[nodiscard]] constexpr slong spline_lattice_bits(const LatticeEffort& effort) { return effort.unit_bits + 96; }

}  // namespace hallmark::basic
