// A sharper lower end for batches of a fixed size: which dataset a block of steps uses depends on what was seen.
#pragma once

#include <vector>

#include "bounds/batch/fixed_batch_gaussian.hpp"

namespace hallmark::fixed_batch {

/// A test by a strategy: it says "the first dataset" with probability at least `power` under the first one and at most
/// `size` under the second one. Binary64 numbers, exact as they stand.
struct StrategyTest {
  double power;
  double size;
};

/// The tests of strategies that choose, block by block, between remove and add of poisson-gaussian at half the noise.
/// Kind:      lower bound, each: delta(eps) >= power - e^eps size for every eps
/// Units:     replace-one
/// Domain:    0 < sigma rational, 0 < share < 1, 1 <= steps; `around` about the eps of interest: a proposal
/// Rigor:     all other records are one record o, f_t(x) = 1, f_t(x') = -1 and f_t(o) = -1 (remove) or 1 (add): honest
///            queries, so that the choice may depend on earlier outputs. With V_0(w) = (1-w)_+ and V_k(w) the best value
///            P(S) - w Q(S) of strategies with k blocks left, V_k(w) >= E_Q f(X), f(x) = x V_(k-1)(w/x), for either
///            choice; V is convex and nonincreasing, so f is convex and nondecreasing, and a lower law (ConvexLaw, slope
///            rising) of atoms m_i at x_i gives V_k(w) >= sum m_i x_i V_(k-1)(w/x_i). A test (a, b) of k-1 blocks has
///            V_(k-1)(w) >= a - b w for every w; so for any choice of tests (a_i, b_i), one for each atom, a = sum m_i
///            x_i a_i and b = sum m_i b_i is one of k blocks. (1, 1) and (0, 0) are tests of any number of blocks. Which
///            test an atom takes is a search in binary64 and no part of the proof. Rounding: sums of n nonnegative
///            products in binary64 err by a factor within (1 + 2^-53)^(n+1); a is multiplied by 1 - (n+8) 2^-52, b by 1
///            + (n+8) 2^-52, n at most 2^20. Factors of a below 2^-400 are taken as 0, those of b raised to 2^-400, so
///            that nothing underflows.
/// Source:    ours; the two-step instance is lemma fixed-batch-gaussian.adaptive
/// Cost:      four convex laws, and blocks times grid times atoms products: about a second
[[nodiscard]] std::vector<StrategyTest> adaptive_tests(const Mechanism& mechanism, double around,
                                                       const Budget& budget = {});

/// The best of the tests at eps; the largest eps at which one of them proves more than delta, at least 0.
/// Kind:      lower bound
/// Domain:    tests of adaptive_tests; eps real; 0 < delta <= 1
/// Source:    as adaptive_tests
[[nodiscard]] Rational delta_of_tests(const std::vector<StrategyTest>& tests, const Number& eps);
[[nodiscard]] Rational epsilon_of_tests(const std::vector<StrategyTest>& tests, const Number& delta);

}  // namespace hallmark::fixed_batch
