// Closed forms of the Poisson-subsampled Gaussian: one step, rate 1, and bounds that need no table.
#pragma once

#include "bounds/batch/pair_density.hpp"
#include "bounds/batch/poisson_gaussian.hpp"
#include "exact/bracket.hpp"

namespace hallmark::poisson_gaussian {

/// H_{e^eps}(N(mu, 1) || N(0, 1)) = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), both directions.
/// Kind:      encloses
/// Domain:    mu > 0, any real eps
/// Rigor:     as gaussian::delta
/// Source:    [BW18] Theorem 8
[[nodiscard]] Ball gaussian_profile(const Ball& mu, const Ball& eps);

/// delta of one step, remove or add.
/// Kind:      encloses
/// Domain:    as delta(), steps = 1, direction not both
/// Rigor:     poisson_gaussian.hpp, delta(). Of other pairs the ratio A/B increases: P - e^eps Q above the place where it
///            is e^eps, which a ball holds. The coupling's profile is q H_a of N(2/sigma), N(0) at a = 1 + (w-1)/q for w
///            = e^eps >= 1, and 1 - w + w h(1/w) below.
/// Source:    as delta()
[[nodiscard]] Ball one_step(const DeltaParameters& parameters, slong bits);

/// eps, e^eps and e^eps - 1, each enclosed on its own.
struct ExpOfEps {
  Ball eps;
  Ball w;
  Ball growth;
};
/// delta and its slope of one step of the density A against the mirror image of B.
/// Kind:      encloses
/// Domain:    densities at the same sigma, any real eps
/// Rigor:     A(y)/B(-y) increases: both masses beyond the place y* where it is e^eps; d delta/d eps = -e^eps Q{y > y*}
/// Source:    as delta()
[[nodiscard]] Sample one_step_of(const PairDensity& above, const PairDensity& below, const ExpOfEps& at);

/// delta at any number of steps by four events and two couplings, remove or add.
/// Kind:      encloses; narrow where a step tells its outcome for certain (small sigma) or all of them together do
///            (very many steps), trivial elsewhere
/// Domain:    as delta(), direction not both
/// Rigor:     With probability (1-q)^T no step takes part, so A^T = (1-q)^T B^T + (1 - (1-q)^T) R. remove, eps >= 0:
///            delta <= 1 - (1-q)^T by convexity of the divergence, H(B^T || B^T) = 0. add: the ratio A/B is at least
///            1-q in every step, so delta <= (1 - e^eps (1-q)^T)_+. Any event E gives delta >= P(E) - e^eps Q(E): the
///            largest step exceeds c (remove), none does (add), c = 1/(2 sigma) + sigma eps / 2 in units of sigma; or
///            the sum of all outputs is at least c (remove), below it (add), where Pr[sum < c] <= ((1 - q + q e^-theta)
///            e^(theta^2 sigma^2/2))^T e^(theta c) under A^T for every theta > 0, and the sum is normal under B^T. For
///            eps < 0 and remove: delta <= 1, delta >= 1 - e^eps. Of other pairs: both laws have in common what nobody
///            took part in, delta <= 1 - min((1-q)^(T up), e^eps (1-q)^(T down)).
/// Source:    ours
[[nodiscard]] Ball elementary(const DeltaParameters& parameters, slong bits);

/// mu^2/2 + mu sqrt(2 ln(1/delta)), mu = c sqrt(T)/sigma, c = farthest_apart(pair): at least the eps of that delta, in both directions.
/// Kind:      upper bound
/// Domain:    0 < delta <= 1
/// Rigor:     A^T is a mixture of normal laws shifted in up to T coordinates, so by joint convexity its divergences are
///            at most those of shifts by c in all, delta(eps) <= Phi(mu/2 - eps/mu); Phi(-t) <= e^(-t^2/2).
/// Source:    ours
[[nodiscard]] Rational epsilon_upper(const Mechanism& mechanism, const Number& delta);

/// 2 c sqrt(T) / (5 delta): at least the sigma of that delta at any eps >= 0, in both directions.
/// Kind:      upper bound
/// Domain:    1 <= steps, 0 < delta <= 1
/// Rigor:     as epsilon_upper: delta(eps) <= delta(0) <= 2 Phi(mu/2) - 1 <= mu / sqrt(2 pi) < 2 mu / 5
/// Source:    ours
[[nodiscard]] Rational sigma_upper(const Mechanism& mechanism, const Number& delta);

}  // namespace hallmark::poisson_gaussian
