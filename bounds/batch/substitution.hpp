// From zero-out to substitution adjacency: group privacy for Poisson batches.
#pragma once

#include "bounds/batch/poisson_gaussian.hpp"

namespace hallmark::poisson_gaussian {

/// 2 inf {eps >= 0 : delta_P(eps) (1 + e^eps) <= delta}: an epsilon at delta under substitution adjacency.
/// Kind:      upper bound; the ends enclose that number
/// Units:     nats; substitution; delta_P is the larger of both directions
/// Domain:    0 < rate <= 1, 0 < sigma, 1 <= steps <= 10^15, 0 < delta <= 1; otherwise throws InputError
/// Rigor:     a substitution is two zero-outs; (eps, d)-DP twice gives (2 eps, d (1 + e^eps))-DP. The upper end is
///            twice an eps at which the product is proved to be at most delta. Below the lower end it is proved to be
///            larger on intervals [l, r]: delta_P(r) (1 + e^l) > delta, as delta_P falls.
/// Source:    [CGKKMSZ24] Section 2.2
/// Cost:      about 100 evaluations of delta
[[nodiscard]] Inversion epsilon_substitution_upper(const Mechanism& mechanism, const Number& delta, slong digits,
                                                   const Budget& budget = {});

}  // namespace hallmark::poisson_gaussian
