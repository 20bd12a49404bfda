// Renyi divergence of random allocation, any order, any number of selected steps, each direction: an enclosure always.
#pragma once

#include <string>

#include "bounds/allocation/allocation.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// How integer orders of the remove direction are evaluated; laplace takes every order as a real one.
enum class RenyiRoute { series, partitions, laplace };

struct RenyiParameters {
  Scheme scheme;
  Number alpha;
  Direction direction;  // remove or add
};

/// Bounds on a divergence: equal up to their width where the value itself was enclosed.
struct RenyiBounds {
  Ball lower;
  Ball upper;
  bool exact;  // both are the divergence itself
  std::string lower_method;
  std::string upper_method;

  /// Which formula gave each end, in words.
  [[nodiscard]] std::string method() const;
};

/// D_alpha(A_{t,k} || Q^t) for remove, D_alpha(Q^t || A_{t,k}) for add.
///
/// Kind:      encloses where `exact`; otherwise a proved lower and a proved upper bound
/// Units:     nats; the direction given
/// Domain:    as Scheme; 1 < alpha; one direction, not both; otherwise throws InputError
/// Rigor:     one step or all steps selected: k alpha / (2 sigma^2). k = 1, remove: ratio_moments at integer orders,
///            ratio_moment_at_real_order at others where that is affordable, else convexity between integer orders.
///            k = 1, add: renyi_add. k > 1: overlap_moment at integer orders of the remove direction; elsewhere between
///            the divergence of k = 1 (f_1 is below f_k in convex order) or of a lower order, and the least of
///            the blocks' sum and, at integer orders of the remove direction, overlap_bound. Always: at most k alpha /
///            (2 sigma^2) (convexity), at least that minus ln C(t, k) for remove ((sum x)^alpha >= sum x^alpha)
/// Source:    [FS25] Corollary 4.10 of the later version, and what ours adds
/// Cost:      that of the formula used; when the budget ends, the elementary bounds
[[nodiscard]] RenyiBounds renyi(const RenyiParameters& parameters, RenyiRoute route, slong bits,
                                const Budget& budget = {});

/// The elementary bounds of `renyi`, in O(1), and the least of overlap_bound where it holds and is affordable.
/// Kind:      encloses: a lower and an upper bound
/// Domain:    as renyi
/// Source:    as renyi
[[nodiscard]] RenyiBounds renyi_elementary(const RenyiParameters& parameters, slong bits);

/// ln sum_i C(k,i) C(t-k,k-i) / C(t,k) e^(i alpha / (2 sigma^2)) >= D_alpha(A_{t,k} || Q^t), alpha >= 2 an integer.
/// Kind:      upper bound; equal at alpha = 2
/// Units:     nats; remove
/// Domain:    as Scheme; integer alpha >= 2, selected <= 10^6; otherwise throws InputError
/// Rigor:     Hoelder over the alpha stars of the complete graph on alpha independent k-subsets. False for alpha < 2
/// Source:    attributed to Dong et al. 2025 by the code of [FS25]; proved by us
/// Cost:      O(k) ball operations
[[nodiscard]] Ball overlap_bound_upper(const Scheme& scheme, const Number& alpha, slong bits);

}  // namespace hallmark::allocation
