#include "numbers/gaussian_profile.hpp"

namespace hallmark::check {

Interval gaussian_profile(const Interval& mu, const Interval& x, const Interval& growth) {
  const Count precision = mu.precision();
  const Interval two(Integer(2), precision);
  const Interval shift = x / mu;
  const Interval root_two = sqrt(two);
  // Phi(x) = erfc(-x/sqrt 2)/2
  const Interval first = erfc((shift - mu / two) / root_two);
  const Interval second = erfc((shift + mu / two) / root_two);
  const Interval delta = (first - growth * second) / two;
  return from_ends(max(delta, Interval(precision)), min(delta, integer(1, precision)));
}

}  // namespace hallmark::check
