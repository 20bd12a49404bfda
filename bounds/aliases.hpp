// What the inversions by Poisson summation share: how large the two weights get, and what all aliases add together.
#pragma once

#include <cmath>

#include "exact/ball.hpp"
#include "exact/rational.hpp"

namespace hallmark::aliases {

/// a^a / (1+a)^(1+a): the largest (1 - e^-x) e^(-ax) and the largest (e^x - 1) e^(-(1+a)x) over x >= 0.
/// Kind:      encloses
/// Domain:    a > 0
/// Source:    elementary
[[nodiscard]] inline Ball peak(const Rational& a, long bits) {
  const Ball x(a, bits);
  return exp(x * log(x) - (1 + x) * log1p(x));
}

/// ln of the same.
/// Kind:      a proposal
/// Domain:    a > 0
[[nodiscard]] inline double ln_peak(double a) { return a * std::log(a) - (1 + a) * std::log1p(a); }

/// r + r^2 + r^3 + ... = r/(1-r); nothing is known unless r < 1 is proved.
/// Kind:      encloses
/// Domain:    any ball
/// Source:    elementary
[[nodiscard]] inline Ball geometric(const Ball& r) {
  if (less(r, Ball(1, r.bits())) != Truth::yes) return Ball::anything(r.bits());
  return r / (1 - r);
}

}  // namespace hallmark::aliases
