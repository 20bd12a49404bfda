// The average's transform near theta = 0, by Taylor's polynomial: what an inversion's nodes far to the left add.
#pragma once

#include <vector>

#include "exact/complex_ball.hpp"
#include "exact/number.hpp"

namespace hallmark::allocation {

/// Sums of e^(r w_j) L(e^(w_j + i angle))^t over the nodes w_j = j h, j < first, and their number of powers.
///
/// Kind:      encloses
/// Domain:    0 < sigma, 1 <= steps <= 10^15, 0 <= angle < pi/2, 0 < h, 0 < Re r
/// Rigor:     |e^-z - its Taylor polynomial of degree < m| <= |z|^m/m! where Re z >= 0, so that L^t = E e^(-theta S), S
///            the sum of the ratios, is sum_(i<m) (-theta)^i c_i up to |theta|^m c_m, c_i = E S^i/i!; on the nodes each
///            power is a geometric series
/// Source:    Taylor's theorem; no theorem of the papers
/// Cost:      the constructor, a power of a series of 25 terms; a sum, as many exponentials as powers
class SmallTheta {
 public:
  SmallTheta(const Number& sigma, slong steps, slong bits);

  struct Nodes {
    Rational angle, h;
    slong first;
    slong powers;
  };
  [[nodiscard]] ComplexBall sum(const Nodes& nodes, const ComplexBall& r) const;

  /// How many powers leave the least at places w below `place`, or are good for the largest place with at most
  /// e^log_small left.
  /// Kind:      a proposal, by doubles
  struct Choice {
    slong powers;
    double place;
    double log_left;  // the log of e^(r place) |theta|^powers c
  };
  [[nodiscard]] Choice least_left(double r, double place) const;
  [[nodiscard]] Choice farthest(double r, double log_small) const;

 private:
  std::vector<Ball> moments_;  // E S^m/m!
  std::vector<double> logs_;
};

}  // namespace hallmark::allocation
