// The profile of one epoch of one selected step, of any pair: the last sum is not put on a grid again.
#pragma once

#include "bounds/basic/family.hpp"
#include "exact/convex_law.hpp"

namespace hallmark::allocation {

/// The expected excess of the sum of two independent variables over k, E (X + Y - k)_+ where the slope of the laws is
/// rising, E (k - X - Y)_+ where it is falling, with what is at infinity; and the mass where it is positive.
/// Kind:      encloses, of the two finite laws as they are
/// Shape:     laws of one slope and side
/// Rigor:     an excess over k is sum_(j >= p) n_j (y_j - y_p) + (y_p - k) sum_(j >= p) n_j for the first y_p >= k, and
///            at least that for any other p: where the first one is not certain, the largest of its neighbours'. No
///            term is negative
/// Source:    the definition of the hinge
/// Cost:      a few ball operations an atom
struct Excess {
  Ball value;
  Ball mass;  // a proposal where the law's grid is coarse
};
[[nodiscard]] Excess excess_of_sum(const ConvexLaw& x, const ConvexLaw& y, const Ball& k);

/// The curve of one epoch of one selected step out of `steps`, by the convex laws of half of the steps each.
/// Kind:      encloses, as narrowly as the grids of so many bits allow
/// Units:     zero-out; remove and add differ
/// Domain:    2 <= steps <= 10^12; a phase with a convex law or atoms
/// Rigor:     delta of remove is E (S - w t)_+ / t, S the sum of the ratios; of add (w/t) E (t/w - S)_+
/// Source:    [FS25] Theorem 3.1 of the later version
/// Cost:      as epoch_law with a squaring less, then O(nodes) a threshold
[[nodiscard]] std::function<std::optional<basic::Curve>(Direction, slong rounds, slong bits, const Budget&)>
epoch_curve(const composition::Phase& step, slong steps);

}  // namespace hallmark::allocation
