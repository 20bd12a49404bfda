// Poisson sampling of one round of any pair with the record against without it.
#pragma once

#include "bounds/basic/family.hpp"

namespace hallmark::basic {

/// A phase whose every round is done with probability `rate` only.
/// Kind:      encloses, as the phase
/// Units:     zero-out; remove and add differ
/// Domain:    a phase with the record against without it, 0 < rate <= 1
/// Rigor:     as sampled
/// Source:    as sampled
[[nodiscard]] composition::Phase sampled_phase(const composition::Phase& phase, const Number& rate);

/// One round in which every round of every phase is done, one after the other: the product of their pairs.
/// Kind:      encloses, as the phases
/// Units:     zero-out
/// Domain:    symmetric phases, each normal or with a law or outcomes; otherwise throws InputError
/// Rigor:     the product of pairs that dominate the rounds dominates the composition, adaptive ones too. Convex laws have
///            products; the largest log ratios add up; Q is 0 where one of the Q's is, 1 - prod (1 - mass)
/// Source:    [ZDW22] Theorem 10; proofs-check/PROOFS.md sections 13 and 14.5
[[nodiscard]] composition::Phase together(const std::vector<composition::Phase>& phases);

/// The law whose round is done with probability `rate` only: ((1-q) Q + q P, Q).
/// Kind:      encloses, as the law
/// Units:     zero-out; remove and add differ
/// Domain:    a symmetric law with the record against without it, 0 < rate <= 1
/// Rigor:     the ratio is 1 - q + q X, an affine map: convex orders and atoms are kept. One round, h the profile of the
///            law and w >= 1: remove q h(1 + (w-1)/q); add (1 - w(1-q)) h(w q/(1 - w(1-q))) where w(1-q) < 1, else 0,
///            because h(w) = 1 - w + w h(1/w).
/// Source:    [ZDW22] Theorem 11; proofs-check/PROOFS.md section 14
[[nodiscard]] Law sampled(const Law& law, const Number& rate);

}  // namespace hallmark::basic
