// What the double sums over fair coins and integer thresholds share: the tails of the coins, the ends of the runs.
#pragma once

#include <optional>

#include "exact/ball.hpp"
#include "exact/budget.hpp"

namespace hallmark {

/// pmf and upper tail of Bin(s, 1/2) at t, moved from one s to the next.
/// Kind:      encloses
/// Rigor:     S_(s+1)(t+1) = S_s(t) - B_s(t)/2 loses at most one bit a step; a fresh start is made where the losses add
///            up, where s is not the next one, and where t is far from its neighbour
class FairCoins {
 public:
  FairCoins(slong bits, const Budget& budget)
      : bits_(bits), budget_(budget), half_(Rational("1/2"), bits), pmf_(0, bits), tail_(0, bits) {}

  /// Domain:    1 <= t <= s, or 0 = t
  void move_to(slong s, slong t);
  [[nodiscard]] const Ball& pmf() const { return pmf_; }
  [[nodiscard]] const Ball& tail() const { return tail_; }

 private:
  slong bits_;
  const Budget& budget_;
  Ball half_;
  slong s_ = -1;
  slong t_ = 0;
  Ball pmf_;
  Ball tail_;
};

/// An integer of [lo, hi + 1]; `ambiguous` where it might be one too small.
struct ClippedCeiling {
  slong at;
  bool ambiguous;
};

/// The least integer that is at least x, clipped to [lo, hi + 1]; nothing where the ball holds more than two choices.
/// Kind:      encloses: one integer, or two where it is ambiguous
/// Domain:    lo <= hi
[[nodiscard]] std::optional<ClippedCeiling> clipped_ceiling(const Ball& x, slong lo, slong hi);

}  // namespace hallmark
