// The figures of the papers as data: which quantities, at which parameters, along which axis.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/registry.hpp"

namespace hallmark::cli {

/// A search in place of an evaluation: the least p in [from, to] at which the quantity is at most `target`, where "{p}"
/// in the parameters stands for p. Only for quantities that do not increase with it, and whose theorem, where it has a
/// range, holds from some p on.
struct Solve {
  std::string from;  // positive; empty: no search, the quantity itself is drawn
  std::string to;
  std::string target;  // "{x}" stands for the swept value here too
};

/// The mean estimation of [FS25] Section 5.1: what the noise that Solve finds means for the error.
struct MeanEstimation {
  bool poisson = false;        // or random allocation
  std::string mean = {};       // of the Bernoulli data; empty: not such a curve
  std::string steps = {};      // in which the users' data are summed, with noise
  std::string dimension = {};  // of the hypercube: the squared sensitivity
};

/// One curve: a quantity of the registry, its parameters, and what is swept.
struct Series {
  std::string label;
  std::string quantity;
  ParameterTexts parameters;    // "{x}" in a text stands for the swept value
  std::vector<std::string> xs;  // exact texts
  long digits = 4;
  Solve solve = {};
  MeanEstimation mean = {};
};

struct Figure {
  std::string name;    // "CGKKMSZ24-1"
  std::string title;   // what is seen, with the fixed parameters
  std::string source;  // which figure it is, and where its parameters are from
  std::string x, y;    // what the axes are
  bool log_x = false;
  bool log_y = false;
  std::vector<Series> series;
};

/// All figures, paper by paper: figures.txt and series.txt.
[[nodiscard]] std::span<const Figure> all_figures();
/// The figure of that name; throws InputError that lists the names.
[[nodiscard]] const Figure& figure(std::string_view name);

}  // namespace hallmark::cli
