// The rows of figures.txt and series.txt, which CMake makes part of the program.
#pragma once

#include <span>
#include <string_view>

namespace hallmark::cli {

struct FigureRow {
  std::string_view name, title, source, x, y;
  std::string_view logarithmic;  // "x", "y", "x y" or nothing
};

struct SeriesRow {
  std::string_view figure, label, quantity, digits;
  std::string_view parameters;  // "name=value, name=value"
  std::string_view xs;          // separated by spaces
  std::string_view search;      // from, to, target; or nothing
  std::string_view mean;        // how, mean, steps, dimension; or nothing
};

[[nodiscard]] std::span<const FigureRow> figure_rows();
[[nodiscard]] std::span<const SeriesRow> series_rows();

}  // namespace hallmark::cli
