// What passes between doubles, which propose, and exact numbers, which prove.
#pragma once

#include <cmath>
#include <concepts>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
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
[[nodiscard]] Ball exactly(double x, slong bits);

/// The double nearest to the centre of a ball.
/// Kind:      a proposal, never an enclosure
/// Domain:    any ball; infinite beyond the range of doubles
[[nodiscard]] double roughly(const Ball& x);

/// Where in [low, high] an f that falls and then rises is least, by a golden section: f is asked twice, then once a step
/// while more(low, high) holds. Where f is infinite or undefined on the right, the place is looked for on the left.
/// Kind:      a proposal
/// Domain:    low <= high
template <typename Function, typename More>
requires std::predicate<More, double, double>
[[nodiscard]] double least_place(const Function& f, double low, double high, const More& more) {
  constexpr double golden = 0.6180339887498949;
  double left = high - golden * (high - low), right = low + golden * (high - low);
  double at_left = f(left), at_right = f(right);
  while (more(low, high)) {
    if (at_left <= at_right || !std::isfinite(at_right)) {
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

/// The same in so many steps.
/// Kind:      a proposal
/// Domain:    low <= high
template <typename Function>
[[nodiscard]] double least_place(const Function& f, double low, double high, int steps) {
  int left = steps;
  return least_place(f, low, high, [&](double, double) { return left-- > 0; });
}

/// Where a convex f is least from `low` on: `high` is doubled while f falls, up to `largest`; then by thirds, so many
/// steps at most, until what is left is at most `share` of its lower end. Published upper bounds rest on the place that
/// it finds.
/// Kind:      a proposal
/// Domain:    low < high, share >= 0
template <typename Function>
[[nodiscard]] double least_place_from(const Function& f, double low, double high, double largest, double share,
                                      int steps, const Budget& budget) {
  while (high < largest && f(high) < f(high / 2) && !budget.expired()) high *= 2;
  for (int i = 0; i < steps && high - low > share * low && !budget.expired(); ++i) {
    const double third = (high - low) / 3;
    if (f(low + third) < f(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return (low + high) / 2;
}

}  // namespace hallmark
