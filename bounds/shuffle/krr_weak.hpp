// The double sum of the weak view of shuffled k-ary randomized response; its proof stands at krr::delta.
#pragma once

#include <functional>
#include <optional>

#include "exact/bracket.hpp"

namespace hallmark::krr {

/// The view's constants at one threshold w below its largest likelihood ratio.
struct WeakView {
  slong n;
  slong k;
  Ball gamma;
  Ball truth;  // 1 - gamma
  Ball rest;   // k - 2 gamma
  Ball w;
  Ball w_minus_1;
  Ball edge;  // k (1-gamma) + gamma - gamma w > 0
};

/// krr::delta of the weak view and its derivative in eps.
/// Kind:      encloses; nothing_known where the budget ends or the balls are too wide
/// Domain:    the fields as WeakView has them
/// Source:    as krr::delta
[[nodiscard]] Sample weak_delta(const WeakView& view, slong bits, const Budget& budget);

/// The same by positive_part_by_diagonals, for large n.
/// Kind:      encloses; nothing where weak_delta has to do it
/// Domain:    as weak_delta, k >= 3, the fields at any number of bits
/// Source:    as krr::delta
[[nodiscard]] std::optional<Sample> weak_delta_by_diagonals(const std::function<WeakView(slong bits)>& view_at,
                                                            slong bits, const Budget& budget);

/// At least the same: what all counts of ThreeCounts add at most.
/// Kind:      upper bound
/// Domain:    as weak_delta, k >= 3
/// Source:    pair_window
/// Cost:      O(log n) ball operations
[[nodiscard]] Ball weak_delta_upper(const WeakView& view, slong bits);

/// The same in exact rationals; nothing for n > 500, 10^5 digits or more, or when the budget ends.
/// Kind:      exact
/// Domain:    as krr::delta
/// Source:    as krr::delta
[[nodiscard]] std::optional<Rational> weak_delta_exact(slong n, slong k, const Rational& gamma, const Rational& w,
                                                       const Budget& budget);

}  // namespace hallmark::krr
