// The transforms of two more steps: batches under replace-one and of groups, and the coupling of fixed batches.
#pragma once

#include "bounds/batch/pair_density.hpp"
#include "bounds/batch/poisson_transform.hpp"

namespace hallmark::poisson_gaussian {

/// M(z) = int phi A^(1+z) B^-z dy of the pair sum_j Bin(up, q)(j) N(j, sigma^2) against sum_j Bin(down, q)(j) N(-j,
/// sigma^2), q = rate: y is x/sigma, A and B are the densities over that of N(0, sigma^2), A(y) = sum_j b_j e^(jy/sigma
/// - j^2/(2 sigma^2)), B(y) the same of -y.
///
/// Kind:      encloses
/// Domain:    0 < rate < 1, up, down >= 0
/// Rigor:     at height k, theta = k/sigma, the terms of A turn by angles from 0 to up theta: below pi they lie in a
///            sector, so that Log A is analytic, its angle is between 0 and up theta, and A cos(up theta/2) <= |A_theta|
///            <= A (projection on the middle of the sector). B likewise, turned the other way: L = Log A - Log B has
///            an angle psi >= 0. With exponents a = 1 + Re z, b = -Re z, |A|^a |B|^b <= A^a B^b spread, spread =
///            cos(up theta/2)^a for a < 0, cos(down theta/2)^b for b < 0. The rule, its strip, the bound for all t' >= t
///            and its rule are then those of transform_bound and Transform, with M(a) spread for N; psi grows with the
///            angle while max(up, down) (height + reach)/sigma <= pi/2, because the derivative of the angle of sum c_j
///            e^(ij theta) has the sign of sum_jl j c_j c_l cos((j-l) theta). Nodes left out on the right, y0 the last
///            one kept: A^a <= A(y0)^a e^(r (y-y0)) with r = a up/sigma for a >= 0, and <= A(y0)^a for a < 0; B falls to
///            its constant term b_0: B^b <= B(y0)^b for b >= 0, <= b_0^b for b < 0. So they add at most that, e^(-r y0 +
///            r^2/2) Phi(r - y0) and spread, if y0 >= r. The left side is the mirror image.
/// Source:    ours; the pairs are those of PROOFS.md 15.1 and 15.2
[[nodiscard]] std::unique_ptr<StepTransform> mixture_transform(const BatchStep& step, slong up, slong down);

/// The same of any two mixtures of shifts, `up` against the mirror image of `down`.
/// Kind:      encloses
/// Domain:    0 < sigma; weights above 0 of the sum 1; narrow only where 0 is among the shifts of either side
/// Rigor:     as above with p_j in place of b_j and s_j in place of j
/// Source:    ours; PROOFS.md 15.9
[[nodiscard]] std::unique_ptr<StepTransform> shifts_transform(const Number& sigma, const ShiftMixture& up,
                                                              const ShiftMixture& down);

/// M(z) of the coupling's pair: with X = dN(mu)/dN(0), mu = 2/sigma, r = 1 - q + qX: r of mass r Q(dX) and 1/r of mass
/// Q(dX) on {X > 1}, and ratio 1 of mass (1-q)(2 Phi(mu/2) - 1).
///
/// Kind:      encloses
/// Domain:    0 < rate < 1
/// Rigor:     M(z) = K(1+z) + K(-z) + atom, K(s) = int_{mu/2}^inf phi(y) r^s dy, r = 1 - q + q e^(mu w), y = mu/2 + w. With w
///            = ln(1 + e^v) it is an integral over all v, analytic for |Im v| < pi/2 and mu |Im v| < pi; at height k
///            there |1 + e^v| >= 1 and >= e^(Re v), so Re w >= max(0, Re v), 0 <= Im w <= k, |w'| <= min(1, e^(Re v))
///            and |w'| <= Re w'/cos k (the angle of 1 + e^-v is at most k). So |r| <= r(Re w), >= r(Re w) cos(mu k/2),
///            |phi| <= phi(Re y) e^(k^2/2), and int |..| <= e^(k^2/2)/cos k spread K(s). The rules are those of the
///            mixtures with that N; the angle of r grows with the height while (1 + mu) (height + reach) <= pi/2: its
///            derivative is Re(q e^(mu w) mu w'/r), of an angle between 0 and (1 + mu) k. Nodes left out on the left
///            add at most phi(mu/2) r^s spread h sum e^v, r at the first node kept or 1; on the right as the mixtures.
/// Source:    ours; the pair is that of lemma fixed-batch-gaussian.coupling
[[nodiscard]] std::unique_ptr<StepTransform> coupled_transform(const BatchStep& step);

}  // namespace hallmark::poisson_gaussian
