// L(theta) = E exp(-theta X), the Laplace transform of the Gaussian likelihood ratio, at real theta >= 0.
#pragma once

#include <memory>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/number.hpp"

namespace hallmark::allocation {

/// L(theta) = E exp(-theta X), X = exp(s Z - s^2/2), Z ~ N(0,1), s = 1/sigma, with an absolute error of about 2^-bits.
///
/// Kind:      encloses
/// Domain:    0 < sigma, 0 <= theta
/// Rigor:     the integral of F(x) = phi(x) exp(-theta e^(s x - s^2/2)) by the trapezoid rule of step h. F is entire,
///            and where |Im x| s <= pi/2 the inner exponential is at most 1 in size, so that the integral of |F(x + i
///            y)| over x is at most e^(y^2/2): with d s < pi/2 the rule errs by at most 2 e^(d^2/2) / (e^(2 pi d/h) -
///            1). Nodes beyond R = J h on either side add at most 2 phi(R) / R together; nodes to the right of a kept
///            x_j at most 2 exp(-theta X_j), because h sum phi(j h) <= 2 for h <= 2. Steps and nodes are exact dyadics.
/// Source:    the trapezoid rule in a strip; no theorem of the papers
/// Cost:      about bits / (5 min(1, sigma)) exponentials an evaluation; the constructor as much
/// Example:   LognormalLaplace(1, 64)(Ball(1, 64)).to_string(8)
///            -> [0.51242865 +/- 4.38e-9]
class LognormalLaplace {
 public:
  LognormalLaplace(const Number& sigma, slong bits);
  ~LognormalLaplace();
  LognormalLaplace(LognormalLaplace&&) noexcept;
  LognormalLaplace(const LognormalLaplace&) = delete;
  LognormalLaplace& operator=(const LognormalLaplace&) = delete;

  /// Whether the nodes are few enough to be worth it (under 2^18); otherwise every value is the trivial [0, 1].
  [[nodiscard]] bool usable() const;
  [[nodiscard]] Ball operator()(const Ball& theta) const;

 private:
  struct Nodes;
  std::unique_ptr<Nodes> nodes_;
};

}  // namespace hallmark::allocation
