// The sum behind the pairs of the shuffle model in which a random number of reports is split by fair coins.
#pragma once

#include <optional>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/number.hpp"

namespace hallmark {

/// sum_c bin(n-1, p; c) (alpha B_c(k_c) - beta S_c(k_c + 1)), k_c = floor(tau (c+1)), where B_c and S_c are the pmf and
/// the upper tail of Bin(c, 1/2): H_w of a pair that given C = c is two counts of c fair coins and one more report.
struct FairSplit {
  slong n;                            // 1 <= n <= 10^15
  Ball p, q;                          // 0 < p < 1, q = 1 - p
  Ball odds;                          // q / p
  Ball tau, one_minus_tau;            // 0 < tau < 1
  std::optional<Rational> exact_tau;  // must be given where tau is rational, so that every floor can be decided
  Ball alpha, beta;                   // alpha > 0, beta >= 0, with every summand at least 0
  Ball alpha_slope;                   // -d alpha / d w
};

/// The split whose one more report is a bit told truthfully with odds e^eps0, at the threshold w = e^eps; p, q, odds,
/// the law of C, are left to the caller.
/// Kind:      encloses
/// Domain:    0 <= eps < eps0
/// Source:    [FMT21] Lemma F.1, in our own notation
[[nodiscard]] FairSplit randomized_response_split(slong n, const Number& eps0, const Number& eps, slong bits);

/// tau = (w E - 1) / ((E - 1)(w + 1)) of that split, where it is rational: E and w rational, or w = 1. In every other
/// case of the grammar it is irrational (Lindemann-Weierstrass), so that more bits decide every floor.
/// Kind:      exact
/// Domain:    0 <= eps < eps0
[[nodiscard]] std::optional<Rational> rational_tau(const Number& eps0, const Number& eps);

struct FairSplitSum {
  Ball value;  // not clamped
  Ball slope;  // d value / d w, where d beta / d w = 1: a proposal, its own truncation is not bounded
};

/// Kind:      encloses; nothing when the budget ends or the balls are too wide to place the floors
/// Domain:    the fields as FairSplit has them
/// Rigor:     counts run downwards by Pascal's rule, each step exact but for ball rounding; a floor that the ball of
///            tau does not decide takes the hull of both neighbours. Counts outside the window: for s >= 1 and kappa =
///            (1+s) s^-tau / 2, B_c(k_c) <= s^(1-tau) kappa^c, because (1+s)^c >= C(c,k) s^k and k_c >= tau (c+1) - 1.
///            So they add at least 0 and at most alpha s^(1-tau) (1-p+p kappa)^(n-1) Pr[Bin(n-1, p') outside], p' = p
///            kappa / (1-p+p kappa), whose tails are bounded by geometric series. s = tau / (1-tau) >= 1 asks for tau
///            >= 1/2.
/// Source:    [FMT21] Lemma F.1, in our own notation
/// Cost:      O(sqrt(n p bits)) ball operations
[[nodiscard]] std::optional<FairSplitSum> sum(const FairSplit& split, slong bits, const Budget& budget);

/// The same sum between the summands of two counts, g(c) = alpha B_c(k_c) - beta S_c(k_c + 1), weights left out:
/// Pr[C <= r] g(r) <= sum <= Pr[C < l] + g(l), l and r nine deviations of C to the left and four to the right of its
/// mean.
/// Kind:      encloses; nothing when the budget ends or the balls are too wide to place the floors
/// Domain:    as sum, of a pair of probability laws
/// Rigor:     given C = c the pair is two counts of c fair coins and one more report: with one more coin thrown into
///            both laws it is that of c + 1, so g does not increase, and g <= 1. Bernstein's inequality for C.
/// Source:    ours
/// Cost:      two tails of fair coins: a small part of sum
[[nodiscard]] std::optional<Ball> rough_sum(const FairSplit& split, slong bits, const Budget& budget);

/// The same sum in exact rationals.
struct ExactFairSplit {
  slong n;
  Rational p;
  Rational tau;
  Rational alpha, beta;
};

/// Kind:      exact; nothing when the budget ends or the denominator would have 10^5 digits or more
/// Domain:    the fields as FairSplit has them
/// Source:    as sum
/// Cost:      O(n) operations on integers of that size
[[nodiscard]] std::optional<Rational> sum_exact(const ExactFairSplit& split, const Budget& budget);

}  // namespace hallmark
