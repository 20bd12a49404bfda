// Lower convex laws of e_k(X_1, ..., X_t) / C(t, k), the ratio of k steps drawn out of t.
#pragma once

#include "exact/convex_law.hpp"

namespace hallmark {

inline constexpr slong most_chosen = 8;

/// A lower law of e_k(X_1..X_t) / C(t, k), X_i independent copies of the ratio of `law`, k = chosen, t = count.
/// Kind:      lower bound; nothing when the budget ends
/// Domain:    a lower law without a first moment at infinity; 1 <= chosen <= min(8, count), count <= 10^12; otherwise
///            throws InputError
/// Rigor:     e_k of all steps is sum_c e_c(block) e_(k-c)(rest): affine in the block's vector (e_1..e_k), so f of it
///            is convex in that vector, and by Jensen every cell of any partition of the vectors may be contracted to
///            its barycentre. All coefficients are >= 0, so f is monotone in each coordinate: rounded down (rising) or
///            up (falling). Masses are rounded down, small ones dropped: f >= 0. Blocks double and grow by one step;
///            the partition is by the conditional expectation of e_k(all) given the block, a proposal. Rounding: all
///            terms are nonnegative, totals as in convex_kernel.hpp; atoms of mass below 2^-200 are dropped and a
///            coordinate e_c below 2^(-60 c) is replaced by 0 or that, so nothing underflows.
/// Source:    ours; [FS25] for the scheme
/// Cost:      log2(count) squarings of nodes^2 / 2 pairs, about 5 chosen^2 ns a pair
[[nodiscard]] std::optional<ConvexLaw> symmetric_mean_lower(const ConvexLaw& law, slong count, slong chosen,
                                                            const Resolution& resolution, const Budget& budget = {});

}  // namespace hallmark
