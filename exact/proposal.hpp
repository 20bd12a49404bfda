// What passes between doubles, which propose, and exact numbers, which prove.
#pragma once

#include "exact/ball.hpp"
#include "exact/rational.hpp"

namespace hallmark {

/// x rounded towards 0 to `kept` significant bits: a dyadic whose small multiples are short too.
/// Kind:      exact: the rational is what it is, however x came about; a proposal, never an enclosure
/// Domain:    x finite, 1 <= kept <= 62; otherwise a broken invariant
/// Example:   short_dyadic(0.3, 4).to_string()
///            -> 9/32
[[nodiscard]] Rational short_dyadic(double x, int kept);

/// The number that a double is.
/// Kind:      exact
/// Domain:    any double; infinite and undefined ones become balls without finite ends
[[nodiscard]] Ball exactly(double x, long bits);

/// The double nearest to the centre of a ball.
/// Kind:      a proposal, never an enclosure
/// Domain:    any ball; infinite beyond the range of doubles
[[nodiscard]] double roughly(const Ball& x);

/// Where in [low, high] an f that falls and then rises is least, by `steps` steps of a golden section.
/// Kind:      a proposal
/// Domain:    low <= high, steps >= 0
template <typename Function>
[[nodiscard]] double least_place(const Function& f, double low, double high, int steps) {
  for (int i = 0; i < steps; ++i) {
    const double left = low + (high - low) * 0.382, right = low + (high - low) * 0.618;
    (f(left) <= f(right) ? high : low) = f(left) <= f(right) ? right : left;
  }
  return (low + high) / 2;
}

}  // namespace hallmark
