#pragma once

#include <cstdint>
#include <vector>

#include "numbers/meter.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// How the moments of the clones pair are summed: a choice on which only the width depends.
struct MomentPlan {
  Count lo = 0, hi = 0;   ///< the numbers of clones that are summed
  Count split = 0;        ///< from here on by the series
  std::size_t terms = 2;  ///< the series ends before the power 2 terms, terms >= 2
  int radius = 0;         ///< where its remainder is taken, 0 to 63 (PROOFS.md section 8.1)
  Count accuracy = 0;     ///< bits of the sums
};

/// A plan for so many bits.
[[nodiscard]] MomentPlan moment_plan(Count n, const Number& eps0, const Number& alpha, Count count, unsigned bits);

/// ln E_Q[(dP/dQ)^a] of the clones pair of n users, one round, at the orders a = alpha, alpha + 1, ..., alpha + count -
/// 1: (a - 1) times the Renyi divergence. One sum over the number of clones: where it is small, over the first counter;
/// where it is large, the expansion of the likelihood ratio in even powers of (difference of the counters)/(their sum),
/// every coefficient positive, on moments of that share, which all orders have in common.
/// Kind:     encloses, for every plan
/// Domain:   n >= 1, 10^-30 <= eps0, alpha > 1, count >= 1
/// Rigor:    PROOFS.md section 8.1
/// Cost:     about sqrt(n/E bits) times the terms of the expansion
[[nodiscard]] std::vector<Interval> clones_log_moments(Count n, const Number& eps0, const Number& alpha, Count count,
                                                       const MomentPlan& plan);

/// ln E_Q[(dP/dQ)^alpha] of shuffled binary randomized response, one round, `ones` of the n-1 others holding 1; P: user
/// 1 holds 1, Q: user 1 holds 0. A sum over the number of ones in the output.
/// Kind:     encloses; inside [0, infinity]
/// Domain:   n >= 1, ones < n, 10^-30 <= eps0, alpha > 1
/// Rigor:    PROOFS.md section 8.8
/// Cost:     a power an output, outputs of less than 2^-(bits + 3/2 alpha eps0) left out
[[nodiscard]] Interval rr2_log_moment(Count n, Count ones, const Number& eps0, const Number& alpha, unsigned bits);

}  // namespace hallmark::check
