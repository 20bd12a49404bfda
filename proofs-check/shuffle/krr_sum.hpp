#pragma once

#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

/// How the two sums are taken: a choice on which only the width depends.
struct KrrPlan {
  Window shown = {};     ///< of the users who show one of the two categories that matter
  Window replaced = {};  ///< of those whose answer is a uniform category
  Count fraction = 0;    ///< bits of the rows
  Count weight = 0;      ///< significant bits of the weights
  Count threshold = 0;   ///< bits of dyadic thresholds, at least 1
  Count precision = 0;   ///< of all else, more than those
};

/// A plan for a narrow enclosure.
[[nodiscard]] KrrPlan krr_plan(Count n, const Number& gamma, Count k, const Number& eps, const Effort& effort);

/// H_w of the weak view of shuffled k-ary randomized response (FORMAT.md section 4) at w = e^eps.
/// Kind:     encloses, for every plan
/// Domain:   n >= 1, 0 < gamma < 1, k >= 2, eps >= 0 and w < 1 + k (1-gamma)/gamma (proved by the caller)
/// Rigor:    PROOFS.md section 6.2
/// Cost:     the product of two windows, with krr_plan of lengths about sqrt(n gamma/k (bits + scale)) and sqrt(n
///           gamma (bits + scale)), times 4
[[nodiscard]] Interval krr_weak_sum(Count n, const Number& gamma, Count k, const Number& eps, const KrrPlan& plan);
[[nodiscard]] Interval krr_weak_delta(Count n, const Number& gamma, Count k, const Number& eps, const Effort& effort);

}  // namespace hallmark::check
