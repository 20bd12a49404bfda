// Enclosed: a proved enclosure of one number below the registry, and how it came about.
#pragma once

#include <string>

#include "exact/rational.hpp"

namespace hallmark {

/// The number lies in [lo, hi].
struct Enclosed {
  Rational lo = 0;
  Rational hi = 1;
  bool reached = false;  // to the digits asked for; of a bracket each end to those of its own number
  long bits = 0;
  std::string route = {};
  std::string method = {};
  std::string shortfall = {};  // if not reached: what is missing
};

}  // namespace hallmark
