// The transform K(z) = E (1 - q + q X)^z of one Poisson-subsampled Gaussian step, in balls, with its bounds.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "exact/budget.hpp"
#include "exact/complex_ball.hpp"
#include "exact/number.hpp"
#include "exact/turning_sums.hpp"

namespace hallmark::poisson_gaussian {

/// One step: A = (1-q) N(0, sigma^2) + q N(1, sigma^2) against B = N(0, sigma^2), q = rate. With y standard normal
/// (x = sigma y under B) the ratio A/B is l(y) = 1 - q + q e^u, u = y/sigma - 1/(2 sigma^2).
struct BatchStep {
  Number sigma;
  Number rate;
};

/// A trapezoidal rule on a line parallel to the real y-axis: nodes j step + i height, first <= j <= last, and how far
/// the strip of analyticity that its error bound uses reaches beyond the line. A proposal: a bad one gives a wide
/// bound.
struct Line {
  Rational step;
  Rational height;
  Rational reach;
  slong first = 0;
  slong last = 0;

  /// Of so many values M(a + it), each to within about e^ln_error M(a): the weights exceed M by e^(height^2/2).
  /// Kind:      a proposal
  [[nodiscard]] TurningPlan plan(slong values, double ln_error) const;
};

/// The values M(a + i k dt) for k = first .. first + count - 1.
using LineValues = std::function<std::vector<ComplexBall>(slong first, slong count)>;

/// M(z) = E e^(zL) of one step, L its log ratio under its first law, with E e^-L = 1: what an inversion needs of it.
class StepTransform {
 public:
  StepTransform() = default;
  StepTransform(const StepTransform&) = delete;
  StepTransform& operator=(const StepTransform&) = delete;
  virtual ~StepTransform() = default;

  /// An upper bound of M(a), a real; infinite where nothing is proved.
  [[nodiscard]] virtual Ball bound(const Rational& a, const Line& line, slong bits, const Budget& budget) const = 0;
  /// An upper bound of |M(a + it')| for every t' >= t, from one of M(a); infinite where nothing is proved.
  [[nodiscard]] virtual Ball bound_beyond(const Rational& a, const Rational& t, const Line& line, slong bits,
                                          const Ball& norm, const Budget& budget) const = 0;
  /// Encloses M on the line Re z = a, from a bound of M(a).
  [[nodiscard]] virtual LineValues values(const Rational& a, const Rational& dt, const Line& line, const Ball& norm,
                                          slong bits, const TurningPlan& plan, const Budget& budget) const = 0;
  /// The largest L, minus the least L; none: there is none.
  [[nodiscard]] virtual std::optional<Ball> largest(slong bits) const = 0;
  [[nodiscard]] virtual std::optional<Ball> least(slong bits) const = 0;
};

/// M of zero-out batches: K(1 + z) (remove), K(-z) (add).
/// Kind:      encloses, as transform_bound and Transform
/// Domain:    0 < rate < 1
/// Source:    ours
[[nodiscard]] std::unique_ptr<StepTransform> zero_out_transform(const BatchStep& step, bool add);

/// An upper bound of |K(s + i t')| for every t' >= t, as the upper end of a ball; K(s + it) = int phi(y) l(y)^(s+it)
/// dy, principal power. `norm` bounds K(s); without it t and the line's height must be 0, and the bound is one of K(s).
///
/// Kind:      upper bound; infinite where nothing is proved
/// Domain:    0 < rate < 1, 0 <= t, s real
/// Rigor:     Notation: k a height, theta = k/sigma, L_theta(y) = Log(1 - q + q e^(u + i theta)); for |theta| < pi its
///            argument never is a number <= 0, so that it is analytic in y, and psi_theta = Im L_theta lies between 0
///            and theta. Shifting the contour to Im y = k (the Gaussian factor kills the vertical sides), with
///            |phi(y + ik)| = phi(y) e^(k^2/2):
///              |K(s + it')| <= e^(k^2/2) int phi |e^(L_theta)|^s e^(-t' psi_theta) dy,   decreasing in t'.
///            That integral is computed by the trapezoidal rule: G(y) = phi(y) exp(s/2 (L_theta + L_-theta) + it/2
///            (L_theta - L_-theta)) is the integrand on the real axis and analytic in |Im y| < pi sigma - k; at height
///            eta, e = eta/sigma, its modulus is phi(y) e^(eta^2/2) |e^(L_(e+theta))|^(s/2) |e^(L_(e-theta))|^(s/2)
///            exp(-t/2 (psi_(e+theta) - psi_(e-theta))). Where all angles lie in [-pi/2, pi/2], psi increases with the
///            angle (its derivative is (b^2 + a b cos)/(a^2 + b^2 + 2 a b cos), a = 1-q, b = q e^u), so the last factor
///            is at most 1; with t = 0 it is 1 at any angles below pi. For angles up to x < pi:
///              |e^L| <= l, so the powers are at most l^s for s >= 0;
///              |a + b e^(ix)|^2 = (a+b)^2 - 4ab sin^2(x/2) >= (a+b)^2 cos^2(x/2), so at most l^s cos(x/2)^s for s < 0;
///              |e^L| >= 1-q for x <= pi/2, so at most (1-q)^s for s < 0.
///            Hence int |G(y + i eta)| dy <= e^(eta^2/2) N with N the smaller of K(s) (cos(x/2)^s if s < 0) and, for s
///            < 0, (1-q)^s, at x = (height + reach)/sigma, and the rule errs by at most 2 e^(d^2/2) N / (e^(2 pi d/h) -
///            1), d = reach. Without a norm, K <= sum + share K gives K <= sum/(1 - share). Nodes left out on the line
///            theta: the integrand is at most phi l^s (cos(theta/2)^s if s < 0). s >= 0: phi increases below 0 and l
///            everywhere, so those on the left add at most l(y1)^s Phi(y1), y1 <= 0 the first node kept; on the right
///            l(y)^s <= l(y0)^s e^(s(y-y0)/sigma), y0 the last node kept, and e^(sy/sigma) phi(y) decreases from
///            s/sigma on: l(y0)^s e^(-s y0/sigma + s^2/(2 sigma^2)) Phi(s/sigma - y0), needs y0 >= s/sigma. s < 0:
///            l(y0)^s Phi(-y0) on the right, y0 >= 0; on the left (1-q)^s Phi(y1), or, because ln l is convex with
///            slope (l - (1-q))/(l sigma), l(y)^s <= l(y1)^s e^(r(y1-y)), r = |s| times the slope at y1, and e^(-ry)
///            phi(y) increases up to -r: l(y1)^s e^(r y1 + r^2/2) Phi(y1 + r), needs y1 <= -r.
/// Source:    ours
/// Cost:      one complex exponential, logarithm and real exponential a node
[[nodiscard]] Ball transform_bound(const BatchStep& step, const Rational& s, const Rational& t, const Line& line,
                                   slong bits, const std::optional<Ball>& norm, const Budget& budget);

/// K(s + i k dt) for k = 0, 1, 2, ...: the powers of fixed nodes. `norm` bounds K(s).
///
/// Kind:      encloses
/// Rigor:     the trapezoidal rule for F(y) = phi(y) e^((s+it) L(y)) on the line Im y = k0. F is analytic for
///            |Im y| < pi sigma; at height k, 0 <= k/sigma < pi, its modulus is phi(y) e^(k^2/2) |e^L|^s e^(-t psi)
///            with psi >= 0, so for every t >= 0 int |F(y + ik)| dy <= e^(k^2/2) N_k, N_k as above with x =
///            k/sigma, N_0 = K(s). The strip from 0 to k0 + d gives the error
///              N_0 / (e^(2 pi k0/h) - 1) + e^((k0+d)^2/2) N_(k0+d) / (e^(2 pi d/h) - 1).
///            Nodes left out: e^(k0^2/2) times those of transform_bound. Both are added to the radius of every value.
///            (For F analytic in the strip -a < Im z < b and integrable on its edges, h sum F(jh) - int F is at most
///            int|F(x + ib)|/(e^(2 pi b/h) - 1) + int|F(x - ia)|/(e^(2 pi a/h) - 1) in modulus.)
/// Cost:      that of turning_values
class Transform {
 public:
  Transform(const BatchStep& step, const Rational& s, const Rational& dt, const Line& line, const Ball& norm,
            slong bits, const TurningPlan& plan, const Budget& budget);
  /// The sum of weight e^(i k dt L) over the nodes, within `error`: for other integrands on other nodes.
  Transform(const Rational& dt, slong bits, const TurningPlan& plan, const Ball& error, std::vector<ComplexBall> logs,
            std::vector<ComplexBall> weights);

  /// K(s + i k dt) for k = first .. first + count - 1.
  [[nodiscard]] std::vector<ComplexBall> evaluate(slong first, slong count) const;
  [[nodiscard]] slong nodes() const { return static_cast<slong>(logs_.size()); }
  /// What is added to every value for the rule's error and the nodes left out.
  [[nodiscard]] const Ball& error() const { return error_; }

 private:
  [[nodiscard]] ComplexBall turn(const ComplexBall& log_ratio) const;

  Rational dt_;
  slong bits_;
  TurningPlan plan_;
  Ball error_;
  std::vector<ComplexBall> logs_;     // L at the nodes
  std::vector<ComplexBall> weights_;  // h phi e^(s L)
  std::vector<ComplexBall> turns_;    // e^(i dt L)
};

}  // namespace hallmark::poisson_gaussian
