#pragma once

#include <functional>

#include "numbers/binomial_law.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// C(c,k)/2^c and Pr[Bin(c,1/2) > k] in units of 2^-fraction, k = min(c, floor(position)), while c goes up one by one
/// and the position, in units of 2^-position_bits, goes up too.
/// Kind:     encloses
/// Domain:   floor(c/2) <= position at the beginning
/// Rigor:    PROOFS.md section 1.6
/// Cost:     O(sqrt(c fraction)) terms for the first row, O(1) for a step
class CoinRow {
 public:
  CoinRow(Count c, const Integer& position, Count position_bits, Count fraction);

  [[nodiscard]] Count k() const { return k_; }
  [[nodiscard]] const Fixed& here() const { return here_; }
  [[nodiscard]] const Fixed& tail() const { return tail_; }
  /// Whether floor(position) > k.
  [[nodiscard]] bool due() const { return excess_.bits() > position_bits_; }
  /// Whether floor(position) > c.
  [[nodiscard]] bool beyond() const { return due() && k_ == c_; }

  void next_row(const Integer& by);  ///< c + 1, and the position goes up
  void advance(const Integer& by) { excess_ += by; }
  void settle();  ///< k goes up to the position

 private:
  void raise();

  Count c_, k_;
  Count position_bits_;
  Integer unit_, excess_;  // position - k
  Fixed here_, tail_, half_;
};

/// A pair of laws of two counters at some w: C ~ Bin(n-1, p) coins, each of them counted on either side, and one user
/// more, who is counted on the first side with probability a under P0 and 1-a under P1. P0 - w P1 is positive where the
/// first counter exceeds tau of the total.
struct CoinPair {
  Interval odds;               ///< p/(1-p) > 0
  Interval alpha, tau, share;  ///< a - w(1-a), in [1/2, 1), 2a - 1
};

/// The pair as a function of w - 1, at its precision.
using CoinPairAt = std::function<CoinPair(const Interval& w_minus_1)>;

/// a = E/(E+1), p = 1/E, E = e^eps0.
[[nodiscard]] CoinPairAt clones_pair(const Number& eps0);

/// The strong view of k-ary randomized response without its exposed bit: a = 1, p = 2 gamma/k.
[[nodiscard]] CoinPairAt krr_pair(const Number& gamma, Count k);

/// p/(1-p) for p = 2 gamma/k.
[[nodiscard]] Interval krr_odds(const Number& gamma, Count k, Count precision);

/// How a sum over coins is taken: a choice on which only the width depends.
struct CoinPlan {
  Window window = {};   ///< of the numbers of coins, of n-1
  Count fraction = 0;   ///< bits of the rows
  Count weight = 0;     ///< significant bits of the weights
  Count threshold = 0;  ///< bits of a dyadic threshold, at least 1
};

/// A plan for a narrow enclosure.
[[nodiscard]] CoinPlan coin_plan(Count n, const CoinPairAt& pair, const Number& eps, const Effort& effort);

/// The hockey-stick divergence of a coin pair of n users at w = e^eps, as a sum over the number of coins going up.
/// Kind:     encloses, for every plan
/// Domain:   n >= 1, eps >= 0, alpha > 0 (proved by the caller)
/// Rigor:    PROOFS.md section 1
/// Cost:     with coin_plan about 2 sqrt(1.4 (n-1) p (bits + scale)) terms of bits + scale + log n bits
[[nodiscard]] Interval coin_sum(Count n, const CoinPairAt& pair, const Number& eps, const CoinPlan& plan);
[[nodiscard]] Interval coin_delta(Count n, const CoinPairAt& pair, const Number& eps, const Effort& effort);

/// The same of the clones pair.
/// Domain:   n >= 1, 0 < eps0, 0 <= eps < eps0 (proved by the caller)
[[nodiscard]] Interval clones_delta(Count n, const Number& eps0, const Number& eps, const Effort& effort);

/// The bits of the integer part of x.
[[nodiscard]] Count integer_bits(const Interval& x);

}  // namespace hallmark::check
