#pragma once

#include "laws/grid_law.hpp"

namespace hallmark::check {

/// H_w of the product of all rounds of all pairs, w = e^eps, outcome by outcome.
/// Kind:     encloses, inside [0, 1]
/// Domain:   one pair at least; each of their cells is outputs of one likelihood ratio (a BaseSpec without a grid)
/// Rigor:    PROOFS.md section 7.9
/// Cost:     the rounds are split into two parts: a few products for each outcome of either part, a sort, and a product
///           for every pair of outcomes that is too close to the threshold
[[nodiscard]] Interval product_delta(const std::vector<GridRounds>& pairs, const Number& eps, Count precision);

}  // namespace hallmark::check
