#pragma once

#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

/// Choices on which only the width depends; tests choose badly, so that every error term counts.
struct Rr2Tuning {
  std::int64_t shift = 0;                 ///< added to the guess of the best threshold
  std::optional<unsigned long> fraction;  ///< bits of the weights
  std::size_t negligible = 32;  ///< a walk stops at weights of that many bits; must exceed log2 of 1/(1-rho) there
};

/// H_w(P||Q) of shuffled binary randomized response of n users, `ones` of the n-1 other users holding 1, user 1
/// holding 1 under X (P) and 0 under X' (Q). The other direction is the same with n-1-ones (count the zeros).
/// Kind:     encloses; with `only_lower` the upper end is 1 and the search for the best event is not proved
/// Domain:   n >= 1, ones <= n-1, 0 < eps0, 0 <= eps < eps0 (proved by the caller)
/// Rigor:    PROOFS.md section 2
/// Cost:     O(sqrt(n (bits + scale))) terms
[[nodiscard]] Interval rr2_delta(std::uint64_t n, std::uint64_t ones, const Number& eps0, const Number& eps,
                                 Effort effort, bool only_lower, Budget& budget, const Rr2Tuning& tuning = {});

}  // namespace hallmark::check
