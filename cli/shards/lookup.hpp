// Lookup: a quantity from a table, at a cell or between cells.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "cli/shards/table.hpp"

namespace hallmark::cli::shards {

/// What a table says of a quantity.
struct Found {
  std::string lo;
  std::string hi;
  std::vector<std::uint64_t> cells;  // one: that cell's enclosure; two: below and above, by monotonicity
  std::vector<std::string> because;  // the monotonicities used: "sigma: noise added to the output is a post-processing"
  std::vector<std::string> axioms;
  std::map<std::string, std::string> words;  // what that number is: bounds, kind, status, adjacency, direction
};

/// The enclosure of the quantity at these parameters: that of its cell, or, where every parameter that lies between grid
/// values is one in which the quantity is proved monotone, the bracket of the neighbouring cells.
/// Kind:      encloses
/// Domain:    an id of the table, the parameters of its grid; otherwise throws InputError. Nothing where the parameters lie
///            outside the grid, between values of a parameter without monotonicity, or at an open cell.
[[nodiscard]] std::optional<Found> lookup(const Table& table, std::string_view id, const ParameterTexts& texts);

}  // namespace hallmark::cli::shards
