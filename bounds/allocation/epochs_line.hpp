// Several epochs of random allocation: the profile from complex moments of one epoch, by an inversion in ln R.
#pragma once

#include <memory>
#include <optional>

#include "bounds/allocation/complex_moments.hpp"
#include "bounds/allocation/spectral.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// delta at any threshold from M(rho + i k step)^epochs, R the product of the epochs' ratios, E R = 1.
///
/// P(x) = E(1 - R e^-x)_+ ; add: delta(eps) = P(-eps); remove: delta(eps) = E(R - e^eps)_+ = 1 - e^eps + e^eps P(eps).
/// Kind:      encloses; [0, 1] where the moments are not there
/// Rigor:     P is the inverse transform of M(r)^epochs/(r (r+1)) on Re r = rho > 0. The trapezoid rule of step 2 pi/W
///            is an identity, T(x) = sum over all m of e^(-rho m W) P(x + mW). Right aliases, r0 = e^(-rho W), r2 =
///            e^(-(rho+1)W): P(z) = 1 - e^-z + e^-z C(z), C(z) = E(R - e^z)_+; the first part sums to r0/(1-r0) - e^-x
///            r2/(1-r2); the rest lies between 0 and e^-x C(x) r2/(1-r2) because C falls, for remove a relative error
///            of C, and C <= 1. Left aliases: 0 to e^(rho' x) M(rho')^epochs K q/(1-q), q = e^(-(rho'-rho)W), K = sup
///            (1-u) u^rho' = rho'^rho'/(1+rho')^(1+rho'), from (1 - e^-z)_+ <= K e^(rho' z). Nodes left out:
///            ComplexMoments::log_size in blocks, |r (r+1)| >= y^2, and sum_(k>=K) 1/k^2 <= 1/K^2 + 1/K. Nodes are
///            exact dyadics; W = 2 pi/step is a ball
/// Source:    [FS25] random allocation as defined there; the inversion is ours
/// Cost:      that of ComplexMoments; a threshold on a finished table costs a sine and a cosine a node
class EpochsLine : public ProfileTable {
 public:
  struct Plan {
    ComplexMoments::Plan moments;
    Rational rho_alias;  // rho'
  };
  /// Domain:    epochs >= 1, direction not both, rho < rho_alias
  EpochsLine(const SpectralParameters& parameters, slong epochs, const Plan& plan, const Budget& budget);
  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] Ball delta(const Number& eps) const override;

 private:
  void bound_tail(const ComplexMoments& moments);

  SpectralParameters parameters_;
  slong epochs_;
  Plan plan_;
  slong work_;
  bool complete_ = false;
  std::vector<ComplexBall> terms_;  // M^epochs/(r (r+1))
  Ball alias_moment_;               // M(rho')^epochs K
  Ball tail_;                       // sum of |terms| left out
};

/// A plan whose answer at eps is relatively accurate to about `bits` bits if delta is about e^log_delta there; nothing
/// where none is in reach.
/// Kind:      a proposal, by doubles: any plan encloses
/// Domain:    as epochs_delta, any real eps
[[nodiscard]] std::optional<EpochsLine::Plan> propose_epochs(const SpectralParameters& parameters, slong epochs,
                                                             double eps, slong bits, double log_delta);

/// delta at eps to about `bits` relative bits, given any rough idea ln delta <= log_delta; nothing where the inversion
/// does not converge.
/// Kind:      encloses
/// Units:     eps in nats; adjacency zero-out; direction remove or add
/// Domain:    0 < sigma, 1 <= steps <= 10^15, 1 <= epochs
/// Source:    as EpochsLine
/// Cost:      one to three lines; none where a kept one will do
[[nodiscard]] std::optional<Ball> epochs_delta(const SpectralParameters& parameters, slong epochs, const Number& eps,
                                               slong bits, double log_delta, const Budget& budget,
                                               KeptTables* kept = nullptr);

/// inf {eps >= 0 : delta(eps) <= delta} between two proved ends; nothing where the inversion does not converge.
/// Kind:      encloses: delta(lo) > delta >= delta(hi) is proved
/// Units:     nats; adjacency zero-out; direction remove or add
/// Domain:    as epochs_delta; delta(known.lo) > delta >= delta(known.hi) has been proved, 0 < known.lo
/// Rigor:     the profile of a pair does not rise with eps
/// Source:    as EpochsLine
/// Cost:      one or two lines
[[nodiscard]] std::optional<Inversion> epochs_epsilon(const SpectralParameters& parameters, slong epochs,
                                                      const Number& delta, const Bracket& known, slong digits,
                                                      const Budget& budget);

}  // namespace hallmark::allocation
