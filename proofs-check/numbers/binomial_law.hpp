#pragma once

#include <optional>
#include <vector>

#include "numbers/budget.hpp"
#include "numbers/fixed.hpp"

namespace hallmark::check {

/// Probabilities of Bin(trials, p) around the mode, in units of 2^-unit.
struct BinomialLaw {
  std::uint64_t first = 0;
  std::vector<Fixed> masses;  ///< of first, first + 1, ...
  Integer outside = 0;        ///< all others together are at most that
};

/// Kind:     encloses; nullopt if a remainder cannot be bounded
/// Domain:   odds = p/(1-p) > 0, finite
/// Rigor:    weights relative to the mode; weight(i+1)/weight(i) = odds (trials-i)/(i+1) falls with i, so what is left
///           beyond either end is at most a geometric series; divided by the sum, which lies between that of the
///           weights kept and that plus the two remainders
/// Cost:     about sqrt(1.4 trials p (1-p) cut) masses: the walk ends at 2^-cut of the mode, cut < unit
[[nodiscard]] std::optional<BinomialLaw> binomial_law(std::uint64_t trials, const Interval& odds, unsigned long unit,
                                                      unsigned long cut, Budget& budget);

}  // namespace hallmark::check
