// Grid: where a question lies among the cells of a table, so that a table answers it.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hallmark/claim.hpp"

namespace hallmark {

/// The parameters of a table's cells: every name with its values, in the table's order.
using Grid = std::vector<std::pair<std::string, std::vector<std::string>>>;

/// The two cells that bracket a question, as one place a name; they are equal where the question is a cell itself.
struct GridPlace {
  std::vector<std::size_t> least;     // the cell whose lower end is at most the number
  std::vector<std::size_t> greatest;  // the cell whose upper end is at least the number
  std::vector<std::string> because;   // the monotonicities used: "gaussian.epsilon falls in sigma: ..."
};

/// The place of a quantity at these parameters: its cell, or, where every parameter that lies between values of the grid is
/// one in which the quantity is proved monotone, the two cells that its monotonicity names.
/// Kind:      exact
/// Domain:    an id of quantities(), parameters and values in their domains, at least one value a name; otherwise throws
///            InputError. Nothing where the parameters lie outside the grid, between values of a parameter without
///            monotonicity, or away from a default that the grid keeps.
/// Example:   const Grid grid{{"sigma", {"1", "2", "3"}}, {"delta", {"1e-5"}}};
///            place_in_grid("gaussian.epsilon", grid, {{"sigma", "5/2"}, {"delta", "1e-5"}})->least.front()
///            -> 2
[[nodiscard]] std::optional<GridPlace> place_in_grid(std::string_view quantity, const Grid& grid,
                                                     const ParameterTexts& parameters);

}  // namespace hallmark
