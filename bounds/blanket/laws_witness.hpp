// What certificates of shuffled reports tell the checker: grids for the law of one report and of every sum.
#pragma once

#include <optional>

#include "bounds/blanket/blanket.hpp"
#include "bounds/certifier.hpp"

namespace hallmark::blanket {

/// A number that delta at this eps is claimed to be at least (from below), at most (from above).
struct ReportsEnd {
  Number eps;
  Number value;
};

/// The coarsest laws found that prove both ends.
/// Kind:      a proposal: the checker computes the laws again on these grids
/// Domain:    1 <= n <= 10^12; nothing where no law of at most 4096 points proves an end
/// Cost:      about 2 log2(n) operations of nodes^2 pairs for every dataset and number of nodes
[[nodiscard]] std::optional<witness::ReportsLaws> laws(const Shuffled& shuffled, const std::optional<ReportsEnd>& lower,
                                                       const std::optional<ReportsEnd>& upper, const Budget& budget);

}  // namespace hallmark::blanket
