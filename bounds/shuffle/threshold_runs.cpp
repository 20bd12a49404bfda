#include "bounds/shuffle/threshold_runs.hpp"

#include <algorithm>
#include <cstdlib>

#include "exact/binomial.hpp"

namespace hallmark {

void FairCoins::move_to(slong s, slong t) {
  constexpr slong near = 8;
  constexpr slong lost = 32;
  if (s != s_ + 1 || std::abs(t - t_ - 1) > near ||
      std::min(tail_.relative_bits(), pmf_.relative_bits()) < bits_ - lost) {
    pmf_ = hallmark::pmf({s, half_, half_}, t);
    tail_ = upper_tail({s, half_, half_}, t, budget_);
  } else {
    tail_ -= pmf_ / 2;
    ++t_;
    pmf_ = pmf_ * s / (2 * t_);
    for (; t_ > t; --t_) {
      pmf_ = pmf_ * t_ / (s - t_ + 1);
      tail_ += pmf_;
    }
    for (; t_ < t; ++t_) {
      tail_ -= pmf_;
      pmf_ = pmf_ * (s - t_) / (t_ + 1);
    }
  }
  s_ = s;
  t_ = t;
}

std::optional<ClippedCeiling> clipped_ceiling(const Ball& x, slong lo, slong hi) {
  if (!x.is_finite()) return std::nullopt;
  if (less_equal(x, Rational(lo)) == Truth::yes) return ClippedCeiling{lo, false};
  if (less_equal(x, Rational(hi)) == Truth::no) return ClippedCeiling{hi + 1, false};
  const Rational low = ceil(x.lower());
  const Rational high = ceil(x.upper());
  if (high > low + 1) return std::nullopt;
  const slong at = std::clamp(low, Rational(lo), Rational(hi) + 1).to_long();
  return ClippedCeiling{at, high != low && at == low.to_long() && at <= hi};
}

}  // namespace hallmark
