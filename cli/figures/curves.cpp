#include "cli/figures/curves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exact/error.hpp"
#include "exact/number.hpp"
#include "exact/proposal.hpp"

namespace hallmark::cli {
namespace {

constexpr double smallest = 1e-300;    // a logarithmic axis ends here at the latest
constexpr double least_share = 1e-16;  // of the largest value that every curve reaches: what lies below is cut off
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                   "#56b4e9", "#e69f00", "#000000", "#999933"};

double pixel(const std::string& text) {
  constexpr long bits = 80;
  return roughly(Number(text).ball(bits));
}

}  // namespace

std::vector<Curve> curves_of(const FigureTable& t) {
  std::vector<Curve> curves;
  for (const TableRow& row : t.rows) {
    auto at = std::find_if(curves.begin(), curves.end(), [&](const Curve& c) { return c.label == row.series; });
    if (at == curves.end()) at = curves.insert(curves.end(), {row.series, row.kind, {}});
    const Dot dot{pixel(row.x), pixel(row.lo), pixel(row.hi), &row};
    if (!std::isfinite(dot.x) || !std::isfinite(dot.lo) || !std::isfinite(dot.hi)) continue;
    if (t.log_x && dot.x < smallest) continue;
    if (t.log_y && dot.hi < smallest) continue;
    at->dots.push_back({dot.x, t.log_y ? std::max(dot.lo, smallest) : dot.lo, dot.hi, &row});
  }
  std::erase_if(curves, [](const Curve& c) { return c.dots.empty(); });
  if (curves.empty()) throw InputError(fmt::format("plot: table {}: must have a point that can be drawn", t.name));
  return curves;
}

bool is_wide(const Curve& c) {
  constexpr double visible = 1.02;
  return std::any_of(c.dots.begin(), c.dots.end(), [](const Dot& d) { return d.lo >= 0 && d.hi > visible * d.lo; });
}

std::string label_of(const Curve& c) {
  if (c.kind == "exact" || c.label.find(c.kind) != std::string::npos) return c.label;
  return fmt::format("{} ({})", c.label, c.kind);
}

std::pair<double, double> x_range(const std::vector<Curve>& curves) {
  std::pair<double, double> range = {INFINITY, -INFINITY};
  for (const Curve& c : curves) {
    for (const Dot& d : c.dots) range = {std::min(range.first, d.x), std::max(range.second, d.x)};
  }
  return range;
}

std::optional<double> y_end(const std::vector<Curve>& curves) {
  double reached = INFINITY;
  double least = INFINITY;
  double bottom = INFINITY;
  for (const Curve& c : curves) {
    double most = 0;
    for (const Dot& d : c.dots) {
      most = std::max(most, d.hi);
      least = std::min(least, d.hi);
      bottom = std::min(bottom, d.lo);
    }
    reached = std::min(reached, most);
  }
  constexpr double margin = 30;
  const double end = std::max(least / margin, least_share * reached);
  return bottom < end ? std::optional(end) : std::nullopt;
}

const char* curve_colour(std::size_t index) { return colours[index % std::size(colours)]; }

}  // namespace hallmark::cli
