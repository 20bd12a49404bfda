// Convex laws from masses and first moments of cells.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/convex_law.hpp"

namespace hallmark {

/// What a ratio has between two nodes: its Q-mass, and its first moment, which is the P-mass there.
struct CellMoments {
  Ball mass;
  Ball moment;
};

/// The law of a ratio that stands in the cells [g_k, g_(k+1)), the last one without end.
/// Kind:      encloses; nothing when the budget ends
/// Domain:    0 = g_0 < g_1 < ... within the range of positions; moments between g_k and g_(k+1) times the mass; balls
///            of 192 bits or more
/// Rigor:     Upper: the mass of a cell goes to its two ends by the chord; beyond the last node g: mass there, E(X -
///            g)_+ to infinity. Lower: Jensen, an atom at the cell's barycentre, its position rounded down (rising) or
///            up (falling).
/// Cost:      a few divisions a cell
[[nodiscard]] std::optional<RatioLaw> law_of_cells(const std::vector<double>& nodes,
                                                   const std::function<CellMoments(std::size_t cell)>& cells,
                                                   Slope slope, const Budget& budget = {});

/// One side of it, its cells asked for from left to right.
/// Kind:      upper or lower bound, as the side says
/// Domain:    as law_of_cells
[[nodiscard]] std::optional<ConvexLaw> law_of_cells(const std::vector<double>& nodes,
                                                    const std::function<CellMoments(std::size_t cell)>& cells,
                                                    Slope slope, Side side, const Budget& budget = {});

}  // namespace hallmark
