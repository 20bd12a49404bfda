#pragma once

#include <cstdint>
#include <vector>

#include "numbers/interval.hpp"
#include "numbers/meter.hpp"

namespace hallmark::check {

/// The power `exponent` of a series, cut after as many coefficients as are given.
/// Kind:     encloses
/// Domain:   exponent >= 1; no coefficient with a negative lower end, the first not 0
/// Rigor:    PROOFS.md section 8.3: sums of positive terms only
/// Cost:     length^2 products where the exponent is at least length - 2, else length^2 log2(exponent)
[[nodiscard]] std::vector<Interval> truncated_power(const std::vector<Interval>& series, Count exponent);

}  // namespace hallmark::check
