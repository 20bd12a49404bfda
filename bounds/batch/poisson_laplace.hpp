// Laplace inversion of the composed Poisson-subsampled Gaussian: one table of the transform, any number of thresholds.
#pragma once

#include <optional>
#include <string>

#include "bounds/batch/poisson_scout.hpp"
#include "bounds/poisson_summation.hpp"
#include "hallmark/words.hpp"

namespace hallmark::poisson_gaussian {

/// The values M(z_k)^T / (z_k (z_k + 1)) on a path Re z = lam, and delta(eps) at any eps from them.
///
/// With L the sum of the T log ratios under the first law of the pair (zero-out, remove: ln(A/B) under A; add: ln(B/A)
/// under B) and M(z) the transform E e^(z L_1) of one step,
///   D(x) = E (1 - e^(x - L))_+ = (1 / 2 pi i) int_{Re z = lam} e^(-zx) M(z)^T / (z (z+1)) dz,   lam > 0,
/// and delta(eps) = D(eps), for every real eps.
///
/// Kind:      encloses
/// Units:     eps in nats, any real; delta a probability; one direction (remove or add)
/// Domain:    0 < rate < 1
/// Rigor:     e^(lam x) D(x) is continuous and its transform is O(t^-2), so Poisson's summation formula is an identity:
///            with z_k = lam + i k dt and W = 2 pi/dt (a ball; lam and dt are dyadic and exact),
///              S(x) = (dt/pi) Re [term_0/2 + sum_{k>=1} e^(-z_k x) M(z_k)^T/(z_k (z_k+1))] = sum_m e^(lam m W) D(x +
///              mW).
///            m < 0: (1-v)_+ = 1 - v + (v-1)_+ and E e^-L = 1 give D(x) = 1 - e^x + E(e^(x-L) - 1)_+. The sum of the
///            first two parts is closed: r0/(1-r0) - e^x r1/(1-r1), r0 = e^(-lam W), r1 = e^(-(lam+1) W). The rest is
///            at least 0, is 0 if x - W <= the least possible L (remove: T ln(1-q)), and at most c_a E e^(-(1+a)L)
///            e^((1+a)x) r/(1-r), r = e^(-(lam+1+a)W), for every a > 0, because (e^w - 1)_+ <= c_a e^((1+a)w), c_a =
///            a^a/(1+a)^(1+a). m > 0: at least 0, 0 if x + W >= the largest possible L (add: -T ln(1-q)), and at most
///            c_b E e^(bL) e^(-bx) r/(1-r), r = e^(-(b-lam)W), for every b > lam, because (1 - e^-w)_+ <= c_b e^(bw).
///            The terms k >= N: |M| <= R for all t >= N dt (transform_bound) and |z (z+1)| >= t^2, so they add at most
///            e^(-lam x) R^T (1/N^2 + 1/N) / (pi dt) in modulus.
///            The values of M carry the error of their own rule in their radius (Transform).
/// Source:    [CGKKMSZ24] Section 2.2 and 3 (the pair); the inversion is ours
/// Cost:      nodes of the path times nodes of the transform, on all cores; then O(nodes of the path) a threshold
class LaplaceTable {
 public:
  /// Nothing when the budget ends.
  [[nodiscard]] static std::optional<LaplaceTable> build(const StepTransform& step, slong steps,
                                                         const ScoutedContour& contour, const Budget& budget);

  [[nodiscard]] Ball delta(const Ball& eps) const;
  /// The derivative of the sum behind delta: for searches, its own truncation is not bounded.
  [[nodiscard]] Ball slope(const Ball& eps) const;
  [[nodiscard]] slong bits() const { return contour_.bits; }
  [[nodiscard]] const ScoutedContour& contour() const { return contour_; }

 private:
  LaplaceTable(const StepTransform& step, slong steps, const ScoutedContour& contour);
  [[nodiscard]] Ball series(const Ball& eps, bool derivative) const {
    return poisson_summation::series({contour_.lam, contour_.dt}, values_, fine_, eps, derivative);
  }
  [[nodiscard]] Ball aliases_right(const Ball& eps) const;
  [[nodiscard]] Ball aliases_left(const Ball& eps) const;

  ScoutedContour contour_;
  std::vector<ComplexBall> values_;
  std::optional<TurnedSeries> fine_;  // the same
  Ball period_;                       // W
  std::optional<Ball> largest_;       // the largest L, if there is one
  std::optional<Ball> least_;         // minus the least L, if there is one
  Ball tail_;                         // R^T (1/N^2 + 1/N) / (pi dt)
  Ball right_mean_;                   // c_b E e^(bL)
  Ball left_mean_;                    // c_a E e^(-(1+a)L)
};

/// c_a E e^(aL)^T e^(-a eps), an upper bound of delta(eps) for the order a > 0 of the moment.
/// Kind:      upper bound, as the upper end of a ball
/// Domain:    0 < rate < 1, one direction, an order above 0
/// Rigor:     (1 - e^-w)_+ <= c_a e^(aw)
/// Source:    Markov's inequality
[[nodiscard]] Ball chernoff_upper(const StepTransform& step, slong steps, const Moment& moment, const Ball& eps,
                                  const Budget& budget);

}  // namespace hallmark::poisson_gaussian
