#pragma once

#include <cstdint>
#include <vector>

#include "numbers/fixed.hpp"
#include "numbers/meter.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// A chosen double as a rational with few bits, at or below it: what is computed with is exact.
[[nodiscard]] Rational dyadic(double value);

/// A complex number in a rectangle.
struct Box {
  Interval re, im;

  friend Box operator+(const Box& a, const Box& b);
  friend Box operator*(const Box& a, const Box& b);
  friend Box operator*(const Box& a, const Interval& b);
};

/// (cos x, sin x) for every x of the interval.
[[nodiscard]] Box rotation(const Interval& x);
/// e^(a + bi).
[[nodiscard]] Box exp(const Box& z);
/// 1/z; all of the plane where z may be 0.
[[nodiscard]] Box inverse(const Box& z);
[[nodiscard]] Box power(Box base, Count exponent);

/// L(theta) = E exp(-theta X), X = exp(sZ - s^2/2), s = 1/sigma, Z standard normal, for Re theta > 0, Im theta >= 0.
/// Kind:     encloses, with an absolute error of about 2^-bits
/// Rigor:    PROOFS.md section 9.1: the trapezoid rule on a line Im x = k0, in a strip on both sides where the
/// integrand
///           is at most e^(k^2/2) phi(x); both edges of the strip are proved to lie where that holds
/// Cost:     2 reach/h nodes, an exponential and a rotation each
class LognormalTransform {
 public:
  LognormalTransform(const Number& sigma, Count bits);

  [[nodiscard]] Box at(const Interval& re, const Interval& im) const;
  /// An enclosure of L(r), r > 0, inside [0, 1].
  [[nodiscard]] Interval real(const Interval& r) const;

 private:
  struct Node {
    Interval x, weight, ratio;  // h j, h phi(x), e^(s x - s^2/2)
  };
  Count precision_;
  double rough_s_;    // chooses lines only
  double largest_k_;  // the lines are -largest_k_ <= k0 <= 0
  Interval s_, half_strip_;
  Interval aliases_;                // 1/(e^(2 pi d/h) - 1), d the half width of the strip
  Interval beyond_;                 // the Gaussian mass beyond the last nodes on both sides
  std::vector<Node> right_, left_;  // j = 0, 1, ...; j = -1, -2, ...
};

}  // namespace hallmark::check
