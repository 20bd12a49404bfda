// Inverting a function that costs much: few evaluations, by inverse interpolation between proved ends.
#pragma once

#include <functional>

#include "exact/bracket.hpp"

namespace hallmark {

/// Where a monotone f on the positive numbers passes the target, between two ends at which that is proved.
struct MonotoneSearch {
  std::function<Ball(const Rational& x, slong bits)> f;
  bool increasing = false;
  Ball target;
  Rational lo;     // increasing: f(lo) <= target proved; otherwise f(lo) > target proved
  Rational hi;     // increasing: f(hi) > target proved; otherwise f(hi) <= target proved
  Rational start;  // where to begin, lo < start < hi: a proposal
  slong digits = 15;
  slong most_evaluations = 60;
  /// A number that is at most f on all of [a, b]. Given, f need not be monotone: the answer is then the first crossing,
  /// inf {x >= lo : f(x) <= target}. Only for increasing = false.
  std::function<Ball(const Rational& a, const Rational& b, slong bits)> least = {};
  /// f is rough and cheap at few bits, sharp and costly at many: a point that is not decided is asked again at more bits,
  /// and moves what is known of the others by what it was wrong there (of proposals alone).
  bool rough_first = false;
};

/// The digits of an f that is rough first: 3 at the first bits, 5 where they have grown once, 9 where twice.
/// Kind:      a proposal
/// Domain:    0 < first_bits <= bits
[[nodiscard]] constexpr slong digits_at(slong bits, slong first_bits) {
  return 3 + 5 * (bits - first_bits) / first_bits;
}

/// Shrinks [lo, hi] until hi - lo <= 10^-digits times its smaller end, or until the evaluations or the budget end.
///
/// Kind:      encloses: an end moves only to a point where the comparison is proved (with `least`, the lower end only
///            where f > target is proved on the whole way there), so the passage lies in [lo, hi] by monotonicity alone
/// Domain:    what MonotoneSearch says of its ends is proved
/// Rigor:     points are proposed by inverse interpolation of ln x over sqrt(ln(1/f)) through the last four, or by
///            halving; a proposal never counts as a proof
/// Cost:      8 to 14 evaluations where f is smooth
[[nodiscard]] Inversion search(const MonotoneSearch& problem, const Effort& effort);

}  // namespace hallmark
