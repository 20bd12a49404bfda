// Enclosed: a proved enclosure of one number below the registry, and how it came about.
#pragma once

#include <string>
#include <vector>

#include "exact/rational.hpp"
#include "hallmark/words.hpp"

namespace hallmark {

/// The number lies in [lo, hi].
struct Enclosed {
  Rational lo = 0;
  Rational hi = 1;
  // To the digits asked for, or with default_effort to those that a route strives for; of a bracket each end to those
  // of its own number.
  bool reached = false;
  slong bits = 0;
  std::string route = {};
  std::string method = {};
  std::string shortfall = {};                     // if not reached: what is missing
  slong scale = 0;                                // of the last grid of a composition: steps of 2^-scale
  Direction lower_direction = Direction::remove;  // which direction gave lo, where both were asked for
  // Of convex laws of one phase: the grids, ratios in units of 2^-ratio_unit.
  std::vector<std::vector<Rational>> ratios = {};
};

}  // namespace hallmark
