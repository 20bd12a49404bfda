// Pictures of tables, drawn by gnuplot.
#pragma once

#include <string>

#include "cli/figures/table_file.hpp"

namespace hallmark::cli {

struct PictureSize {
  long width = 900;  // pixels
  long height = 560;
};

struct Picture {
  std::string svg;
  std::string png;
};

/// The script of gnuplot: the data in it, both terminals, writing "picture.svg" and "picture.png" into its folder. Exact
/// numbers as lines, upper and lower bounds as solid and dashed lines, brackets and wide enclosures as bands.
[[nodiscard]] std::string gnuplot_script(const FigureTable& table, const PictureSize& size);

/// Runs gnuplot (found on PATH) in a folder of its own. Empty after Ctrl-C.
/// Domain:    throws FileError where there is no gnuplot, or where it fails
[[nodiscard]] Picture draw(const FigureTable& table, const PictureSize& size);

}  // namespace hallmark::cli
