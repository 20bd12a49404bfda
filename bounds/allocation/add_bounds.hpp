// Bounds on random allocation that concern the add direction only: the inequality of means, and Chernoff's bound.
#pragma once

#include "bounds/allocation/allocation.hpp"
#include "exact/least.hpp"

namespace hallmark::allocation {

struct DirectAddParameters {
  Scheme scheme;
  slong epochs;
  Number eps;
};

/// G(mu, eps - c), G(mu, x) = Phi(mu/2 - x/mu) - e^x Phi(-mu/2 - x/mu), with mu^2 = E sum_b 1/(m_b sigma^2) and
/// c = E sum_b (1 - 1/m_b) / (2 sigma^2) over the blocks b of lengths m_b, E epochs.
///
/// Kind:      upper bound on delta(eps), add direction
/// Units:     eps in nats; zero-out; add
/// Domain:    as Scheme; 1 <= epochs <= 10^15; 0 <= eps; otherwise throws InputError
/// Rigor:     f >= prod_i X_i^(1/m) (means), so (1 - e^eps f)_+ is at most its value at a ratio between two Gaussians;
///            several selected steps: independent blocks, whose ratios multiply like those of epochs
/// Source:    [FS25] Theorem 4.9 and Corollary 4.10 of the later version. With m rounds the shift is multiplied by m
/// Cost:      two erfc
[[nodiscard]] Sample delta_direct_add_upper(const DirectAddParameters& parameters, slong bits);

/// inf {eps >= 0 : delta_direct_add_upper(eps) <= delta}.
/// Kind:      upper bound on epsilon, add direction
/// Units:     nats
/// Domain:    as delta_direct_add_upper; 0 < delta <= 1
/// Rigor:     G falls with eps
/// Source:    as delta_direct_add_upper
/// Cost:      about 10 evaluations
[[nodiscard]] Inversion epsilon_direct_add_upper(const Scheme& scheme, slong epochs, const Number& delta, slong digits,
                                                 const Budget& budget = {});

struct LaplaceAddParameters {
  Number sigma;
  slong steps;
  Number eps;
};

/// inf over u >= 1 of (e^(u-1) / u) L(u e^eps / t)^t, at a u found by search.
///
/// Kind:      upper bound on delta(eps), add direction, one selected step, one epoch
/// Units:     eps in nats; zero-out; add
/// Domain:    0 < sigma, 1 <= steps <= 10^15, 0 <= eps; otherwise throws InputError
/// Rigor:     (1 - y)_+ <= (e^(u-1) / u) e^(-u y) for y >= 0, u >= 1: the right side is convex and touches the line
///            1 - y at y = (u-1)/u. Every u bounds; the logarithm is convex in u, so a search in doubles
///            finds a good one. It does not depend on the precision of the final evaluation, and is not the least one:
///            what it gives is an upper end of the infimum and no lower one
/// Source:    ours; stronger than [FS25] Theorem 4.9 of the later version where eps is small
/// Cost:      about 60 evaluations of L
[[nodiscard]] UpperEnd delta_laplace_add_upper(const LaplaceAddParameters& parameters, slong bits,
                                               const Budget& budget = {});

/// inf {eps >= 0 : delta_laplace_add_upper(eps) <= delta}.
/// Kind:      upper bound on epsilon, add direction
/// Domain:    as delta_laplace_add_upper; 0 < delta <= 1
/// Rigor:     the bound was evaluated at the upper end returned
/// Source:    as delta_laplace_add_upper
/// Cost:      about 50 evaluations of it
[[nodiscard]] Inversion epsilon_laplace_add_upper(const Number& sigma, slong steps, const Number& delta, slong digits,
                                                  const Budget& budget = {});

}  // namespace hallmark::allocation
