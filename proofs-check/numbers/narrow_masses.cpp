#include "numbers/narrow_masses.hpp"

#include <algorithm>

namespace hallmark::check {

NarrowMasses::NarrowMasses(Count precision)
    : precision_(precision), root_(sqrt(integer(2, precision) / Interval::pi(precision))) {
  const Count most = terms(kDepth, kExponent);
  for (Count n = 1; n <= most; ++n) inverse_.push_back(integer(1, precision) / integer(n, precision));
}

/// An even N with e^(far + 1/2) 2^(-depth N) <= 2^-precision, far = 2^exponent: e^(far + 1/2) <= 2^(2 far + 1).
Count NarrowMasses::terms(Count depth, Count exponent) const {
  Count far = 1;
  for (Count i = 0; i < exponent; ++i) far *= 2;
  return ((precision_ + 2 * far + 1) / depth + 2) / 2 * 2;
}

Interval NarrowMasses::around(const Interval& middle, const Interval& half, Count depth) const {
  const Count exponent = exponent_above(middle);
  const bool is_narrow = mpfr_sgn(half.lo()) > 0 && mpfr_cmp_ui_2exp(half.hi(), 1, -depth) <= 0;
  if (depth < kDepth || exponent > kExponent || !is_narrow) throw TooMuchWork();
  const Interval slope = max(middle, -middle) * half;  // either side has the same mass
  const Interval square = half * half;
  const Interval rest = times_power_of_two(Interval(Integer(-1), Integer(1), precision_), -precision_);
  Interval before(precision_);
  Interval term = integer(1, precision_);
  Interval sum = term + rest;
  const Count end = terms(depth, std::max<Count>(0, exponent));
  for (Count n = 1; n < end; ++n) {
    Interval next = (slope * term - square * before) * inverse_[n - 1];
    before = std::move(term);
    term = std::move(next);
    if (n % 2 == 0) sum = sum + term * inverse_[n];
  }
  return root_ * half * exp(times_power_of_two(-(middle * middle), -1)) * sum;
}

}  // namespace hallmark::check
