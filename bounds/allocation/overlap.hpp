// E f^alpha when several steps are selected: sums over how alpha independent k-subsets overlap.
#pragma once

#include <optional>

#include "bounds/allocation/allocation.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// E_Q[f^alpha], f = e_k(X_1..X_t) / C(t, k), at the integer order alpha = n, from the moments M_0 = 1, M_1, ..., M_n.
///
/// Kind:      exact for rational moments, encloses for balls
/// Domain:    1 <= k <= t <= 10^15, n >= 1, and at most `most_overlap_terms` terms (see overlap_terms); otherwise
///            throws InputError
/// Rigor:     C(t, k)^alpha E f^alpha is the coefficient of z_1^k ... z_alpha^k in F^t, F = sum over subsets B of
///            {1..alpha} of M_|B| prod_{a in B} z_a. Euler's operator on H = F^t, D H F = t H D F, gives
///            N H[v] = sum_{B nonempty} M_|B| ((t+1)|B| - N) H[v - 1_B], N = sum v: all terms are >= 0 for
///            alpha k <= t + 1. H is symmetric: only sorted v are kept, and the subsets of equal entries are counted
/// Source:    [FS25] expects k > 1 to be bounded by composition; this is the exact moment. No theorem of the papers
/// Cost:      C(alpha + 2 k, alpha) ball operations, memory C(alpha + k, alpha); nothing if the budget ends first
/// Example:   overlap_moment({1, 1, Rational("5/3")}, 3, 2).to_string()
///            -> 55/27
[[nodiscard]] Rational overlap_moment(const std::vector<Rational>& moments, slong t, slong k);
[[nodiscard]] std::optional<Ball> overlap_moment(const std::vector<Ball>& moments, slong t, slong k,
                                                 const Budget& budget);

/// C(alpha + 2 k, alpha), the number of terms; nothing above `most_overlap_terms`.
/// Kind:      exact
/// Domain:    1 <= alpha, 1 <= k
/// Source:    the sorted vectors of overlap_moment, counted
[[nodiscard]] std::optional<slong> overlap_terms(slong alpha, slong k);
inline constexpr slong most_overlap_terms = 20'000'000;

}  // namespace hallmark::allocation
