#pragma once

#include "clones_sum.hpp"

namespace hallmark::check {

/// H_w(P||Q) of shuffled binary randomized response of n users, `ones` of the n-1 other users holding 1, user 1 holding
/// 1 under X (P) and 0 under X' (Q). The other direction is the same with n-1-ones (count the zeros). Kind: encloses;
/// with `only_lower` the upper end is 1 and the search for the best event is not proved Domain:    n >= 1, ones <= n-1,
/// 0 < eps0, 0 <= eps < eps0 (proved by the caller) Rigor:     PROOFS.md section 2 Cost:      O(sqrt(n (bits + scale)))
/// terms
[[nodiscard]] Interval rr2_delta(std::uint64_t n, std::uint64_t ones, const Number& eps0, const Number& eps,
                                 Effort effort, bool only_lower, Budget& budget);

}  // namespace hallmark::check
