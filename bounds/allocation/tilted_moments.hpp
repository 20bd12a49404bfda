// The moments of a lognormal ratio under exponential damping, all orders in one sum.
#pragma once

#include <vector>

#include "exact/ball.hpp"
#include "exact/number.hpp"

namespace hallmark::allocation {

/// M_p(theta) = E[X^p e^(-theta X)] for p = 0, ..., largest at one real theta > 0, X = exp(Z / sigma - 1 / (2
/// sigma^2)).
///
/// Kind:      encloses; M_p within 2^-bits E X^p, and as narrowly in relation to itself as the working precision where
///            that is small against it
/// Domain:    0 < sigma, 0 <= largest; `usable` says whether the sum has at most a million nodes
/// Rigor:     with s = 1 / sigma, trapezoid rule of step h for F_p(x) = phi(x) X(x)^p exp(-theta X(x)), entire in x. On
///            |Im x| <= d with s d < pi/2 the last factor is at most 1, so the integral of |F_p| over such a line is at
///            most e^(d^2/2) E X^p, and the rule errs by at most 2 e^(d^2/2) E X^p / (e^(2 pi d/h) - 1). All terms are
///            positive. Nodes left of the first kept one, -R < 0: X <= 1 there, together at most phi(R) / R. Nodes
///            right of the last kept one: phi(x) X^p = E X^p phi(x - p s), together at most E X^p phi(r) / r, r the
///            last kept node less p s > 0
/// Source:    the trapezoid rule in a strip; no theorem of the papers
/// Cost:      a call: about (2 sqrt(2 bits) + largest s) / h exponentials and largest times as many products, h near
///            9.9 / (s bits) for s >= 1
class TiltedMoments {
 public:
  TiltedMoments(const Number& sigma, slong largest, slong bits);

  [[nodiscard]] bool usable() const { return !nodes_.empty(); }
  /// M_0, ..., M_p; p <= largest.
  [[nodiscard]] std::vector<Ball> operator()(const Ball& theta, slong p) const;

 private:
  struct Node {
    Ball ratio;   // X
    Ball weight;  // h phi
  };
  std::vector<Node> nodes_;
  std::vector<Ball> errors_;  // of M_p
  slong work_;
};

}  // namespace hallmark::allocation
