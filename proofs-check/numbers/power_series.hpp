#pragma once

#include <vector>

#include "numbers/budget.hpp"
#include "numbers/interval.hpp"

namespace hallmark::check {

/// The power `exponent` of a series, cut after as many coefficients as are given.
/// Kind:     encloses
/// Domain:   exponent >= 1; every coefficient a finite enclosure of a positive number with a positive lower end (else
///           the whole line for all)
/// Rigor:    repeated squaring of the lower ends, all operations down, and of the upper ends, all up. A product much
///           smaller than the largest of its coefficient is left out below and counted at its largest above.
/// Cost:     length^2 log2(exponent) products
[[nodiscard]] std::vector<Interval> truncated_power(const std::vector<Interval>& series, std::uint64_t exponent,
                                                    mpfr_prec_t precision, Budget& budget);

}  // namespace hallmark::check
