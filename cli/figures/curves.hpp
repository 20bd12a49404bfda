// The curves of a table as points to draw. Pixels need no directed rounding: what is proved stands in the table.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/figures/table_file.hpp"

namespace hallmark::cli {

struct Dot {
  double x, lo, hi;
  const TableRow* row;  // of the table that the curves were made of
};

struct Curve {
  std::string label;
  std::string kind;  // exact, upper, lower, bracket
  std::vector<Dot> dots;
};

/// The series of the table with the points that its axes can show; none is empty.
/// Domain:    throws InputError where no point can be drawn
[[nodiscard]] std::vector<Curve> curves_of(const FigureTable& table);

/// Whether an enclosure is wide enough to be seen.
[[nodiscard]] bool is_wide(const Curve& curve);

/// The label, with the kind where it is not exact.
[[nodiscard]] std::string label_of(const Curve& curve);

/// The least and the largest x.
[[nodiscard]] std::pair<double, double> x_range(const std::vector<Curve>& curves);

/// Where a logarithmic y axis should end, if some lower end that says little would stretch it.
[[nodiscard]] std::optional<double> y_end(const std::vector<Curve>& curves);

/// The colour of the curve with that index, "#0072b2": eight that the colour-blind can tell apart.
[[nodiscard]] const char* curve_colour(std::size_t index);

}  // namespace hallmark::cli
