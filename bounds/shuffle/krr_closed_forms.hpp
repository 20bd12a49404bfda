// Closed forms for shuffled k-ary randomized response. Upper bounds, valid in part of the parameter space only; outside
// it they refuse.
#pragma once

#include "exact/ball.hpp"
#include "exact/number.hpp"

namespace hallmark::krr {

struct ClosedFormParameters {
  slong n;       // users
  slong k;       // categories
  Number eps0;   // nats: the truth with probability E/(E+k-1)
  Number delta;  // a probability
};

/// epsilon = ln(1 + (E-1)(4 sqrt(2 (k+1) ln(4/delta)) / sqrt((E+k-1) k n) + 4 (k+1) / (k n))), E = e^eps0.
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; replace-one; both directions
/// Domain:    1 <= n <= 10^15, 2 <= k <= 10^15, 0 < eps0, E + k - 1 <= k n / (8 (k+1) ln(2/delta)), 0 < delta <= 1;
///            otherwise throws InputError
/// Rigor:     Theorem 4.1 with q = (E-1)/(E+k-1), p = k / ((k+1)(E+k-1))
/// Source:    [FMT21] Corollary 4.2, equation (11)
/// Cost:      O(1)
[[nodiscard]] Ball corollary_4_2_upper(const ClosedFormParameters& parameters, slong bits);

struct BlanketParameters {
  slong n;
  slong k;
  Number gamma;  // a uniform category with this probability
  Number delta;
};

/// epsilon = max(sqrt(14 k ln(2/delta) / ((n-1) gamma)), 27 k / ((n-1) gamma)).
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; replace-one; both directions
/// Domain:    2 <= n <= 10^15, 2 <= k <= 10^15, 0 < gamma < 1, 0 < delta <= 1, and epsilon <= 1; otherwise throws
///            InputError
/// Rigor:     the theorem names the gamma that suffices for an epsilon, max(14 k ln(2/delta) / ((n-1) eps^2), 27 k /
///            ((n-1) eps)); a larger gamma is a post-processing
/// Source:    [BBGN19] Theorem 3.1, as quoted by [KHH21]
/// Cost:      O(1)
[[nodiscard]] Ball blanket_theorem_upper(const BlanketParameters& parameters, slong bits);

}  // namespace hallmark::krr
