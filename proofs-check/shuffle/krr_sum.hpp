#pragma once

#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

/// H_w of the weak view of shuffled k-ary randomized response (FORMAT.md section 4) at w = e^eps.
/// Kind:     encloses
/// Domain:   n >= 1, 0 < gamma < 1, k >= 2, eps >= 0 and w < 1 + k (1-gamma)/gamma (proved by the caller)
/// Rigor:    PROOFS.md section 6.2
/// Cost:     the product of two windows, of lengths about sqrt(n gamma/k (bits + scale)) and sqrt(n gamma (bits +
///           scale)), times 4; `tuning` has the users who show one of the two categories that matter as window and
///           the users whose answer is a uniform category as inner window
[[nodiscard]] Interval krr_weak_delta(std::uint64_t n, const Number& gamma, std::uint64_t k, const Number& eps,
                                      const Effort& effort, const SumTuning& tuning = {});

}  // namespace hallmark::check
