// What certificates of shuffled reports tell the checker: grids for the law of one report and of every sum.
#pragma once

#include <optional>

#include "bounds/blanket/blanket.hpp"
#include "bounds/certifier.hpp"
#include "bounds/delta_end.hpp"

namespace hallmark::blanket {

/// The coarsest laws found that prove both ends.
/// Kind:      a proposal: the checker computes the laws again on these grids
/// Domain:    1 <= n <= 10^12; nothing where no law of at most 4096 points proves an end
/// Cost:      about 2 log2(n) operations of nodes^2 pairs for every dataset and number of nodes
[[nodiscard]] std::optional<witness::ReportsLaws> laws(const Shuffled& shuffled, const std::optional<DeltaEnd>& lower,
                                                       const std::optional<DeltaEnd>& upper, const Budget& budget);

}  // namespace hallmark::blanket
