// Randomized response over k answers, without shuffling.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// The true one of k answers, replaced with probability p by a uniform draw of all k.
/// Kind:      encloses
/// Units:     replace-one; both directions
/// Domain:    2 <= k, 0 < p <= 1; otherwise throws InputError
/// Rigor:     ratios E, 1, 1/E with E = (1 - p + p/k)/(p/k); those of other answers are 1
[[nodiscard]] Law rr_local(slong k, const Number& p);

}  // namespace hallmark::basic
