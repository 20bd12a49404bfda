#pragma once

#include <functional>

#include "shuffle/clones_sum.hpp"

namespace hallmark::check {

/// Two laws of a number of responses: that of `ones` coins with odds E and `zeros` coins with odds 1/E, and that of
/// `record` coins of their own odds under each of the two laws.
struct Responses {
  Count ones;
  Count zeros;
  Count record;

  /// Those that count the other answer: their H_w(P||Q) is H_w(Q||P) of these.
  [[nodiscard]] Responses reversed() const { return {zeros, ones, record}; }
};

/// What is known of the coins at one precision; 0 < second < first.
struct ResponseOdds {
  Interval e;
  Interval first, second;  ///< of the coins of the record under P and under Q
  Interval w;
};

using ResponseOddsAt = std::function<ResponseOdds(Count)>;

/// How the laws are summed: a choice on which only the width depends.
struct ResponsePlan {
  Count unit = 0;      ///< masses are in units of 2^-unit
  Window window = {};  ///< of the ones or zeros, whichever are fewer
  Count start = 0;     ///< the first guess of the threshold
  Count small = 0;     ///< a bound of 2^-small is narrow enough
};

/// A plan for a narrow enclosure.
[[nodiscard]] ResponsePlan response_plan(const Responses& responses, const ResponseOddsAt& odds, const Effort& effort);

/// H_w(P||Q).
/// Kind:     encloses, for every plan
/// Rigor:    PROOFS.md section 2: P/Q increases, so that the gain P - wQ changes its sign once
/// Cost:     O(sqrt(n (bits + scale)) + record) terms for a few dozen thresholds at most, mostly one
[[nodiscard]] Interval responses_sum(const Responses& responses, const ResponseOddsAt& odds, const ResponsePlan& plan);
[[nodiscard]] Interval responses_delta(const Responses& responses, const ResponseOddsAt& odds, const Effort& effort);

/// The same where the coins of the record have odds E under P and 1/E under Q, E = e^eps0, w = e^eps: shuffled binary
/// randomized response (record = 1; user 1 holds 1 under P, 0 under Q), random allocation of it (one of ones and zeros
/// is 0), its composition (both are).
/// Domain:   0 < eps0, 0 <= eps
[[nodiscard]] ResponseOddsAt response_odds(const Number& eps0, const Number& eps);
[[nodiscard]] Interval responses_delta(const Responses& responses, const Number& eps0, const Number& eps,
                                       const Effort& effort);

}  // namespace hallmark::check
