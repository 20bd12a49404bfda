#pragma once

#include <vector>

#include "numbers/fixed.hpp"
#include "numbers/meter.hpp"

namespace hallmark::check {

/// The indices that are summed; the rest is remainder.
struct Window {
  Count lo;
  Count hi;
};

/// A window that leaves out about 2^-below and 2^-above of Bin(trials, odds/(1+odds)) at its two ends.
/// Rigor:    a guess (Bernstein's inequality, generously): any window gives a true enclosure.
/// Domain:   odds finite, >= 0
[[nodiscard]] Window central_window(Count trials, const Interval& odds, Count below, Count above);

/// Sums under the law of Bin(trials, p), one index after the other from the bottom of a window up.
/// Domain:   odds = p/(1-p) finite, >= 0; window.lo <= window.hi <= trials
/// Rigor:    PROOFS.md section 1.5: weights up to a common factor, weight(i+1) = odds (trials-i)/(i+1) weight(i). The
///           ratios fall, so what is left out at either end is at most a geometric series; divided by the sum of all,
///           which lies between that of the weights met and that plus the two remainders.
/// Cost:     O(window) products of `bits` bits
class BinomialWalk {
 public:
  /// `bits`: the wanted bits of a sum and those of the number of indices.
  BinomialWalk(Count trials, const Interval& odds, const Window& window, Count bits, std::size_t number_of_sums);

  [[nodiscard]] Count index() const { return index_; }
  [[nodiscard]] const Fixed& weight() const { return weight_; }
  void add(std::size_t sum, const Fixed& x) { sums[sum].add_product(weight_, x); }
  /// Goes to the next index; false at the end of the window, or where the weights have become negligible.
  [[nodiscard]] bool next();

  /// Ends the walk: sums of weight times x become 2^unit times the sums of probability times x.
  void close(Count unit = 0);
  /// After it: the probabilities of all indices below the window and of all above index(), enclosed in [0, h].
  [[nodiscard]] const Interval& below() const { return below_; }
  [[nodiscard]] const Interval& above() const { return above_; }

  std::vector<Fixed> sums;  ///< in the unit of the weights, which changes on the way

 private:
  Count trials_, first_, index_, last_;
  Interval odds_;
  Count size_, shift_;
  Count dropped_ = 0;  // the unit of the weights is 2^dropped times the first one
  Fixed factor_, weight_, total_;
  Interval below_, above_;
};

/// Probabilities of Bin(trials, p) around the mode, in units of 2^-unit.
struct BinomialLaw {
  Count first = 0;
  std::vector<Fixed> masses;  ///< of first, first + 1, ...
  Integer outside = 0;        ///< all others together are at most that
};

/// Kind:     encloses; throws TooMuchWork if a remainder cannot be bounded
/// Domain:   odds = p/(1-p) >= 0
/// Cost:     about sqrt(2.8 trials p (1-p) cut) masses, so that about 2^-cut is left out
[[nodiscard]] BinomialLaw binomial_law(Count trials, const Interval& odds, Count unit, Count cut);

/// The probability of all counts from `least` on, in the units of the law.
[[nodiscard]] Fixed mass_from(const BinomialLaw& law, Count least);

}  // namespace hallmark::check
