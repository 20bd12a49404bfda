// Engine H: the inversion integral on a hyperbola around the cut, for heavy tails and few steps.
#pragma once

#include <memory>
#include <optional>

#include "bounds/allocation/spectral.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// A hyperbola theta(u) = mu (1 - sin(alpha - iu)), the step of u, and the strip that bounds its error.
struct HyperbolaPlan {
  Rational mu;
  Rational alpha;  // 0 < alpha < alpha + above < pi/2
  Rational above;
  Rational step;                 // of u: dyadic
  slong nodes;                   // u = 0, step, ..., (nodes - 1) step
  slong bits;                    // absolute accuracy of L at the nodes
  Rational end_above, end_axis;  // where the panels of the two error bounds end
};

/// delta at any threshold from L(theta)^t on a hyperbola.
///
/// Kind:      encloses
/// Rigor:     p(c) = E(c - S)_+ = (1/2 pi) int F(u) du, F(u) = e^(c theta) L(theta)^t theta^-2 mu cos(alpha - iu): the
///            vertical line is turned into the hyperbola, L being analytic off (-inf, 0]. Moving u by iv moves alpha by
///            v, so the trapezoid rule errs by at most N(alpha + above)/(e^(2 pi above/h) - 1) + N(0)/(e^(2 pi alpha/h)
///            - 1), N(b) = (1/2 pi) int |F_b|. N(b) is bounded on panels [u0, u1] of u >= 0 (F(-u) is the conjugate):
///            Re theta = mu (1 - sin b cosh u) falls, Im theta = mu cos b sinh u and |theta| = mu (cosh u - sin b)
///            rise, |mu cos(b - iu)| <= mu cosh u, and |L(theta)| <= e^(f^2/(2 s^2)) L(r), r a lower bound on the panel
///            of Re(theta e^-if) = Re theta cos f + Im theta sin f > 0, 0 <= f <= pi/2. Beyond the last panel, and
///            beyond the last node on the contour itself, f >= b is kept: then r rises, and the integral of mu cosh u /
///            |theta|^2 over u > U is at most 1/(mu cos(b)^2 sinh U), because |theta| >= mu cos b sinh u; cosh/sinh^2
///            falls, so that this also bounds the step times the sum over the nodes beyond U. Steps and parameters are
///            exact dyadics.
/// Source:    [FS25] random allocation as defined there; the inversion is ours
/// Cost:      30 to 400 values of L at the nodes and about 300 on the real axis
class Hyperbola : public ProfileTable {
 public:
  /// Domain:    steps >= 1, direction not both, mu, alpha, above, step > 0, nodes >= 2
  Hyperbola(const SpectralParameters& parameters, const HyperbolaPlan& plan, const Budget& budget);
  ~Hyperbola() override;
  [[nodiscard]] Ball delta(const Number& eps) const override;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// A plan whose answer at eps is relatively accurate to about `bits` bits if delta is about e^log_delta there; nothing
/// where that takes more than `most_nodes` nodes.
/// Kind:      a proposal, by doubles: any plan encloses
/// Domain:    steps >= 1, direction not both, any real eps
[[nodiscard]] std::optional<HyperbolaPlan> propose_hyperbola(const SpectralParameters& parameters, const Number& eps,
                                                             slong bits, double log_delta, slong most_nodes);

}  // namespace hallmark::allocation
