// A table as a page: its curves, drawn by uPlot, and all its numbers, which need no script.
#pragma once

#include <string>

#include "cli/figures/table_file.hpp"

namespace hallmark::cli {

/// The page, one file that asks for no other. Equal tables give equal bytes.
/// Domain:    throws InputError where no point can be drawn
[[nodiscard]] std::string plot_page(const FigureTable& table);

}  // namespace hallmark::cli
