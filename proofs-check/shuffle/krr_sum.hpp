#pragma once

#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

/// Counts of n users: s ~ Bin(n, .) in two categories that are equally likely, n1 of them in the first one, and j ~
/// Bin(n-s, .) in another one. An output gains share ((1+w) n1 - w s) - (w-1) drift m, times the norm, where m is j or
/// s + j.
struct Categories {
  Interval pair_odds;   ///< of one of the two
  Interval third_odds;  ///< of the other one, of those in none of the two
  Interval whole_odds;  ///< of what m counts
  Interval share, drift;
  Interval norm;
  bool with_pair;  ///< m = s + j
};

/// Counts as a function of the precision.
using CategoriesAt = std::function<Categories(Count precision)>;

/// The weak view of shuffled k-ary randomized response (PROOFS.md 6.2).
[[nodiscard]] CategoriesAt krr_weak_view(Count n, const Number& gamma, Count k);

/// The pair of four categories (PROOFS.md 6.3).
[[nodiscard]] CategoriesAt four_categories(Count n, const Number& p, const Number& q);

/// How the two sums are taken: a choice on which only the width depends.
struct KrrPlan {
  Window shown = {};     ///< of the users who show one of the two categories that matter
  Window replaced = {};  ///< of what m counts: those whose answer is a uniform category
  Count fraction = 0;    ///< bits of the rows
  Count weight = 0;      ///< significant bits of the weights
  Count threshold = 0;   ///< bits of dyadic thresholds, at least 1
  Count precision = 0;   ///< of all else, more than those
};

/// A plan for a narrow enclosure.
[[nodiscard]] KrrPlan categories_plan(Count n, const CategoriesAt& at, const Number& eps, const Effort& effort);

/// The expectation of what all outputs that gain do, at w = e^eps: H_w of these views.
/// Kind:     encloses, for every plan
/// Domain:   n >= 1, eps >= 0; for the weak view 0 < gamma < 1, k >= 2 and w < 1 + k (1-gamma)/gamma (proved by the
///           caller), for four categories 0 < p <= 1/3, 0 < q <= 1; [0, 1] where some odds are not known to be finite
/// Rigor:    PROOFS.md section 6.2, 6.3
/// Cost:     the product of two windows, with categories_plan of lengths about sqrt(n x (bits + scale)) times 4, x the
///           probabilities of what s and m count
[[nodiscard]] Interval categories_sum(Count n, const CategoriesAt& at, const Number& eps, const KrrPlan& plan);
[[nodiscard]] Interval categories_delta(Count n, const CategoriesAt& at, const Number& eps, const Effort& effort);

}  // namespace hallmark::check
