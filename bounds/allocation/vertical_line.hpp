// Engine V: the inversion integral on a vertical line, where the trapezoid rule is an identity with known aliases.
#pragma once

#include <memory>
#include <optional>

#include "bounds/allocation/spectral.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// A line, a step and a number of nodes: every choice encloses, good ones narrowly.
struct LinePlan {
  Rational a;        // the line Re theta = a
  Rational step;     // of Im theta: dyadic
  Rational a_alias;  // > a: the exponent of the bound on the left aliases
  slong nodes;       // theta_0 ... theta_(nodes-1)
  slong bits;        // absolute accuracy of L at the nodes
};

/// delta at any threshold from L(theta)^t on a vertical line.
///
/// remove: delta = E(S - t e^eps)_+ / t; add: delta = E(1 - e^eps S/t)_+ = (e^eps/t) E(t e^-eps - S)_+.
/// Kind:      encloses
/// Rigor:     p(c) = E(c - S)_+ is the inverse Laplace transform of L(theta)^t / theta^2 on Re theta = a > 0. The
///            trapezoid rule of step 2 pi/W is an identity, T(c) = sum over all m of e^(-a m W) p(c + m W): c ->
///            e^(-ac) p(c) is continuous and its transform is O(|theta|^-2). Right aliases (m >= 1), r = e^(-aW): p(x)
///            = x - t + C(x), C(x) = E(S - x)_+; the sum of the first part is (c - t) r/(1-r) + W r/(1-r)^2, and 0 <=
///            C(c + mW) <= C(c), which for remove is a relative error r/(1-r) of C itself; for add C(c + mW) <= min(t,
///            v/(2(sqrt(v + x^2) + x))), x = c + W - t > 0, v = t (e^(s^2) - 1) (Scarf). Left aliases: 0 if W
///            >= c, else at most e^(a'c - 1) L(a')^t / a' q/(1-q), q = e^(-(a'-a)W), from (z)_+ <= e^(a'z-1)/a'. Nodes
///            that are left out: |L(theta)| <= e^(f^2/(2 s^2)) L(Re(theta e^(-if))) for 0 <= f <= pi/2 where that real
///            part is not negative, which falls as Im theta grows; in blocks of nodes, and sum_(k>=K) 1/k^2 <= 1/K^2 +
///            1/K. The nodes are exact dyadics; W = 2 pi/step is a ball.
/// Source:    [FS25] random allocation as defined there; the inversion is ours
/// Cost:      13 to 4000 evaluations of L; a threshold on a finished table costs one complex exponential a node
class VerticalLine : public ProfileTable {
 public:
  /// Domain:    steps >= 1, direction not both, 0 < a < a_alias, step > 0, nodes >= 1
  VerticalLine(const SpectralParameters& parameters, const LinePlan& plan, const Budget& budget);
  ~VerticalLine() override;
  [[nodiscard]] Ball delta(const Number& eps) const override;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

/// A plan whose answer at eps is relatively accurate to about `bits` bits if delta is about e^log_delta there; nothing
/// where that takes more than `most_nodes` nodes.
/// Kind:      a proposal, by doubles: any plan encloses
/// Domain:    steps >= 1, direction not both, any real eps
[[nodiscard]] std::optional<LinePlan> propose_line(const SpectralParameters& parameters, const Number& eps, slong bits,
                                                   double log_delta, slong most_nodes);

}  // namespace hallmark::allocation
