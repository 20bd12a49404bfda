#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// delta of `rounds` Gaussian mechanisms: Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu = sqrt(rounds)/sigma.
/// Strictly decreasing in sigma.
/// Kind:     encloses
/// Domain:   sigma > 0, eps >= 0, rounds >= 1
/// Rigor:    k adaptive Gaussian mechanisms are dominated by, and for one pair of datasets equal to, one with mu =
///           sqrt(k)/sigma
[[nodiscard]] Interval gaussian_delta(const Number& sigma, const Number& eps, std::uint64_t rounds, Effort effort,
                                      Budget& budget);

/// delta of gaussian.* as a function of eps; positive everywhere.
[[nodiscard]] Divergence gaussian_divergence(const Quantity& quantity, Budget& budget);

/// delta of allocation.*.direct-add as a function of eps: with the lengths m_b of the blocks, mu^2 = epochs
/// sum 1/(m_b sigma^2) and c = epochs sum (1 - 1/m_b)/(2 sigma^2), that of the Gaussian pair with mu at eps - c.
/// Kind:     encloses; positive everywhere
/// Rigor:    PROOFS.md section 8.7
[[nodiscard]] Divergence direct_add_divergence(const Quantity& quantity, Budget& budget);

/// Class D, closed forms: proves `quantity RELATION value` for gaussian.delta, gaussian.renyi,
/// allocation.delta.direct-add, clones.epsilon.closed-form and -sharp, clones.epsilon.lemma-a1. A closed form outside
/// its validity range is refused whatever the relation.
[[nodiscard]] Outcome check_class_d(const Quantity& quantity, Relation relation, const Number& value,
                                    const Witness& witness, Budget& budget);

}  // namespace hallmark::check
