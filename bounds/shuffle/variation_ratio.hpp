// The variation-ratio pair. As a bound on k-ary randomized response with k >= 3 it is false.
#pragma once

#include <optional>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::variation_ratio {

struct DeltaParameters {
  slong n;      // reports
  Number p;     // the ratio of user 1's two laws
  Number beta;  // their total variation distance
  Number q;     // the ratio of user 1's laws to another user's
  Number eps;   // nats
};

/// delta = H_{e^eps}(P0 || P1), a = beta/(p-1), r = a p/q, C ~ Bin(n-1, 2r), A ~ Bin(C, 1/2), P_i = (A + D1, C - A +
/// D2), (D1, D2) = (1,0), (0,1), (0,0) with probability p a, a, 1-a-p a (P0), a, p a, 1-a-p a (P1).
///
/// Kind:      encloses the pair's number; as a bound disputed: for p = q = e^eps0, beta = (p-1)/(p+1) it is the pair of
///            fmt23, for k-ary randomized response with k >= 3 (beta = (p-1)/(p+k-1)) the exact delta can be larger
/// Units:     eps in nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 1 < p, 0 < beta <= (p-1)/(p+1), 2 r < 1, 0 <= eps; otherwise throws InputError.
///            eps >= ln p gives exactly 0
/// Rigor:     with u = n - x - y the laws are Mult(n; r, r, 1-2r)(x, y, u)/n times p a x/r + a y/r + (1-a-p a) u/(1-2r)
///            and its mirror image: a ThreeCounts with gain a (p-w)/r, loss a (w p-1)/r, drift (w-1)(1-a-p a)/(1-2r)
/// Source:    [Wang24], published code; errata: not an upper bound for k >= 3
/// Cost:      O(sqrt(n r bits)) ball operations
/// Example:   delta_exact({.n = 3, .p = 3, .beta = Number("1/3"), .q = 3, .eps = Number("ln(2)")})->to_string()
///            -> 7/216
[[nodiscard]] Ball delta(const DeltaParameters& parameters, slong bits, const Budget& budget = {});
[[nodiscard]] std::optional<Rational> delta_exact(const DeltaParameters& parameters, const Budget& budget = {});

}  // namespace hallmark::variation_ratio
