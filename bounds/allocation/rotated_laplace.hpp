// L(theta) = E exp(-theta X), the Laplace transform of the Gaussian likelihood ratio, at complex theta.
#pragma once

#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "bounds/allocation/lognormal_laplace.hpp"
#include "exact/budget.hpp"
#include "exact/complex_ball.hpp"
#include "exact/number.hpp"

namespace hallmark::allocation {

/// L(theta) = E exp(-theta X), X = exp(s Z - s^2/2), Z ~ N(0,1), s = 1/sigma, with an absolute error of about 2^-bits.
///
/// Kind:      encloses
/// Domain:    0 < sigma, theta not on (-inf, 0], Im theta >= 0
/// Rigor:     by Cauchy's theorem L(theta) is the integral of F(x + i k) = phi(x + i k) exp(-omega_k e^(s x - s^2/2)),
///            omega_k = theta e^(i k s), over any horizontal line on which |arg theta + k s| <= pi/2: F is entire and
///            |F(x + i k)| <= e^(k^2/2) phi(x) there. The trapezoid rule of step h on the line k0 therefore errs by at
///            most e^((k0+p)^2/2) / (e^(2 pi p/h) - 1) + e^((k0-m)^2/2) / (e^(2 pi m/h) - 1) as long as the lines k0 +
///            p and k0 - m obey that condition, which is proved in balls. Nodes beyond +-J h add at most 2 e^(k0^2/2)
///            phi(J h)/(J h); nodes to the right of a kept x_j at most 2 e^(k0^2/2) exp(-Re(omega) X_j), because h sum
///            phi(j h) <= 2 for h <= 2. k0, p, m, h are exact dyadics that doubles propose: a bad choice makes a wide
///            ball, never a wrong one.
/// Source:    the trapezoid rule in a strip; no theorem of the papers
/// Cost:      60 to 500 complex exponentials; thread-safe
class RotatedLaplace {
 public:
  RotatedLaplace(const Number& sigma, slong bits);
  ~RotatedLaplace();
  RotatedLaplace(const RotatedLaplace&) = delete;
  RotatedLaplace& operator=(const RotatedLaplace&) = delete;

  /// A ball around L(theta).
  [[nodiscard]] ComplexBall operator()(const ComplexBall& theta) const;

  /// Balls around L(e^(step j + i angle)) for j = first, ..., first + count - 1.
  /// Kind:      encloses; nothing where the budget ends, or where every value is to be had by itself
  /// Domain:    0 <= angle < pi/2, 0 < step, 1 <= count
  /// Rigor:     as above with h = sigma step times an integer or a fraction 1/parts: omega X_j is then e^(i (angle + k0 s))
  ///            e^((step/parts) l - s^2/2) with an integer l, so that all values of the ray share the exponentials
  /// Cost:      parts count complex exponentials, and a product for each value and node
  [[nodiscard]] std::optional<std::vector<ComplexBall>> on_ray(const Rational& angle, const Rational& step, slong first,
                                                               slong count, const Budget& budget) const;

 private:
  struct Nodes;
  struct Rotation;
  [[nodiscard]] Rotation choose(double argument) const;
  [[nodiscard]] const Nodes& nodes(const Rational& h) const;

  slong bits_;
  Number sigma_;
  double s_;  // for proposals
  mutable std::mutex mutex_;
  mutable std::map<std::string, std::unique_ptr<Nodes>> cache_;  // by step
};

/// L(theta)^steps at real theta, to few digits: for bounds of errors.
///
/// Kind:      encloses; the upper end is at most about a share of 2^-8 too large where L has bits enough in `precise`
/// Domain:    0 < theta
/// Rigor:     L at about 24 + log2 steps + bits/steps bits, and by `precise` where that is not enough
/// Source:    as LognormalLaplace and RotatedLaplace
/// Cost:      that of LognormalLaplace at so few bits
class RealPower {
 public:
  /// Powers of about 2^-bits matter. `precise` is kept.
  RealPower(const Number& sigma, slong steps, slong bits, const RotatedLaplace& precise);
  [[nodiscard]] Ball operator()(const Ball& theta) const;

 private:
  slong steps_;
  slong least_;  // relative bits of L
  LognormalLaplace rough_;
  const RotatedLaplace& precise_;
};

}  // namespace hallmark::allocation
