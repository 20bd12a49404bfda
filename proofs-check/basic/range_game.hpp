#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// The supremum of H_w over `rounds` adaptive rounds of pairs whose log ratios lie in an interval of length eps0, w = e^eps,
/// by its recursion on the points e^(k eps0/cells).
/// Kind:     upper or lower bound, as the side says
/// Domain:   eps >= 0, 1 <= rounds, 1 <= cells
/// Rigor:    PROOFS.md section 14.6
/// Cost:     rounds^2 cells^2 products, charged before
[[nodiscard]] Interval range_game(const Number& eps0, std::uint64_t rounds, const Number& eps, std::uint64_t cells,
                                  Side side, mpfr_prec_t precision, Budget& budget);

}  // namespace hallmark::check
