// How fine a grid the checker needs for a claim about several rounds.
#pragma once

#include <optional>

#include "bounds/certifier.hpp"

namespace hallmark {

/// Beyond so many cells a unit of log ratio a check becomes too much work.
inline constexpr double most_cells = 32768;
/// The same where steps on batches under replace-one are among the phases: each cell is two values of Phi.
inline constexpr double most_cells_of_batches = 2048;

/// Cells a unit of log ratio with which the grid of a certificate should tell the claim, from how far its ends are from
/// the quantity; nothing where no grid is needed or that of the answer is fine enough.
/// Kind:      a proposal: a wrong one makes a check fail, never a false statement pass
/// Domain:    a quantity of several rounds
/// Rigor:     none. A cell of width h adds at most h^2/6 to the variance of each round's log ratio (upper end) or loses
///            h^2/12 of it (lower end): delta = A e^(-lambda eps) moves by rounds h^2/12 (lambda^2 + lambda) of itself.
/// Cost:      one more evaluation of the delta
[[nodiscard]] std::optional<double> cells_needed(const Term& term, const Answer& answer, const Rational& cells,
                                                 const ClaimedEnds& ends, const Budget& budget);

/// The grid of the answer, or a finer one; beyond most_cells outcome by outcome where they are few, else refused.
/// Kind:      a proposal, as cells_needed
/// Domain:    a quantity of several rounds
[[nodiscard]] Prepared prepare_on_grid(const Term& term, const Answer& answer, const ClaimedEnds& ends,
                                       const Budget& budget);

}  // namespace hallmark
