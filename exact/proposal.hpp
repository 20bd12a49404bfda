// What passes between doubles, which propose, and exact numbers, which prove.
#pragma once

#include <cmath>

#include "exact/ball.hpp"
#include "exact/rational.hpp"

namespace hallmark {

/// x rounded towards 0 to `kept` significant bits: a dyadic whose small multiples are short too.
/// Kind:      exact: the rational is what it is, however x came about; a proposal, never an enclosure
/// Domain:    1 <= kept <= 62; 0 where x is not finite
/// Example:   short_dyadic(0.3, 4).to_string()
///            -> 9/32
[[nodiscard]] Rational short_dyadic(double x, int kept);

/// x rounded to the nearest number of `kept` significant bits.
/// Kind:      exact, as short_dyadic
/// Domain:    as short_dyadic
/// Example:   near_dyadic(0.3, 3).to_string()
///            -> 5/16
[[nodiscard]] Rational near_dyadic(double x, int kept);

/// The double nearest to the centre of a ball: a proposal, never an enclosure.
[[nodiscard]] double roughly(const Ball& x);
[[nodiscard]] double roughly(const Rational& x);

/// Where in [low, high] an f that falls and then rises is least, by `steps` steps of a golden section; where both
/// places of a step are infinite, to the left.
/// Kind:      a proposal
/// Cost:      steps + 2 evaluations of f
/// Example:   near_dyadic(least_place([](double x) { return (x - 3) * (x - 3); }, 0, 10, 40), 10).to_string()
///            -> 3
template <typename Function>
[[nodiscard]] double least_place(const Function& f, double low, double high, int steps) {
  constexpr double golden = 0.6180339887498949;
  double left = high - golden * (high - low);
  double right = low + golden * (high - low);
  double at_left = f(left);
  double at_right = f(right);
  for (int i = 0; i < steps; ++i) {
    if (at_left < at_right || !std::isfinite(at_right)) {
      high = right;
      right = left;
      at_right = at_left;
      left = high - golden * (high - low);
      at_left = f(left);
    } else {
      low = left;
      left = right;
      at_left = at_right;
      right = low + golden * (high - low);
      at_right = f(right);
    }
  }
  return (low + high) / 2;
}

}  // namespace hallmark
