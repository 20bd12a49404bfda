// The double sum behind pairs in which two counts compete against a third.
#pragma once

#include <optional>

#include "exact/ball.hpp"
#include "exact/binomial.hpp"
#include "exact/budget.hpp"

namespace hallmark {

/// E[(gain N1 - loss N2 - drift U)_+] for n draws, of which each falls into the first or the second category with
/// probability `pair` each, into the third with probability `third`: N1, N2, U are their counts.
struct ThreeCounts {
  slong n;            // 1 <= n <= 10^15
  Ball pair;          // 0 < pair, 2 pair < 1
  Ball third;         // 0 < third <= 1 - 2 pair
  Ball neither;       // 1 - 2 pair - third
  bool nothing_else;  // neither is exactly 0: U = n - N1 - N2
  Ball gain;          // > 0
  Ball loss;          // > 0
  Ball drift;         // >= 0
};

/// Kind:      encloses; nothing when the budget ends or the balls are too wide to place the thresholds
/// Domain:    the fields as ThreeCounts has them
/// Rigor:     given N1 + N2 = t, N1 is Bin(t, 1/2), and with k the first integer above (loss t + drift u) / (gain +
///            loss) the inner expectation is (gain + loss) k/2 B_t(k) - ((loss - gain) t/2 + drift u) S_t(k), B_t and
///            S_t pmf and upper tail of Bin(t, 1/2), because the sum over j >= k of (j - t/2) B_t(j) is k/2 B_t(k); any
///            other k gives less. For one t, k is constant on runs of u, where only sums of the weights are needed: the
///            sum over u >= x of (u - N rho) bin(N, rho; u) is x (1-rho) bin(N, rho; x). What the windows leave out:
///            x_+ <= e^(theta x - 1) / theta makes the inner expectation at most G^t h^u / (e theta), G = (e^(theta
///            gain) + e^(-theta loss))/2, h = e^(-theta drift), so geometric series and one binomial tail bound it.
/// Source:    the sum of krr::delta for the weak view, with the third count apart from the two
/// Cost:      about n pair bits ball operations; sqrt(n pair bits) where nothing_else
[[nodiscard]] std::optional<Ball> positive_part(const ThreeCounts& counts, slong bits, const Budget& budget);

/// The counts N1 + N2 that a sum must visit, what all others add at most, and what all of them add at most.
struct PairWindow {
  CountRange range;
  Ball rest;
  Ball most;
};

/// Kind:      upper bounds; the range is a proposal
/// Domain:    as positive_part
/// Rigor:     the tilted sum of positive_part and its geometric tails
/// Source:    as positive_part
[[nodiscard]] PairWindow pair_window(const ThreeCounts& counts, slong bits);

/// The same in exact rationals.
struct ExactThreeCounts {
  slong n;
  Rational pair;
  Rational third;
  Rational gain, loss, drift;
};

/// Kind:      exact; nothing for n > 100 or when the budget ends
/// Domain:    the fields as ThreeCounts has them
/// Source:    as positive_part
/// Cost:      O(n^2) operations
[[nodiscard]] std::optional<Rational> positive_part_exact(const ExactThreeCounts& counts, const Budget& budget);

}  // namespace hallmark
