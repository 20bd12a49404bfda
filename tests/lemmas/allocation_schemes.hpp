#pragma once

#include <functional>
#include <string>
#include <vector>

#include "lemmas/exact_pairs.hpp"

namespace hallmark::lemmas {

/// One step: the laws of its output with the user (P) and without (Q).
struct Step {
  std::string name;
  Pair outcomes;
};

/// Randomized response, P/Q in {E, 1/E}.
[[nodiscard]] Step randomized_response_step(const Rational& e);
/// RR(2), RR(3), and three-outcome steps, one of them with an outcome that P never gives.
[[nodiscard]] const std::vector<Step>& several_steps();

/// Calls `visit` with every sequence of `t` outcomes (as indices).
void for_each_output(const Step& step, int t, const std::function<void(const std::vector<int>&)>& visit);
/// All k-subsets of 0..t-1, as sorted vectors.
[[nodiscard]] std::vector<std::vector<int>> subsets(int t, int k);

/// The pair (A_{t,k}, Q^t), output by output, the average over all k-subsets taken literally.
[[nodiscard]] Pair allocation_pair(const Step& step, int t, int k);
/// The pair (Poisson sampling of t steps at the given rate, Q^t), output by output.
[[nodiscard]] Pair poisson_pair(const Step& step, int t, const Rational& rate);
/// The pair of two independent runs.
[[nodiscard]] Pair product(const Pair& x, const Pair& y);

/// Thresholds that decide an inequality between two profiles: the bends of both, what lies between them, and beyond.
[[nodiscard]] std::vector<Rational> thresholds(const Pair& x, const Pair& y);

}  // namespace hallmark::lemmas
