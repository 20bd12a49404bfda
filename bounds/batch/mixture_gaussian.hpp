// A mixture of Gaussians against another one: a user with several records, or contributions of different sizes.
#pragma once

#include "bounds/basic/family.hpp"
#include "bounds/batch/pair_density.hpp"
#include "bounds/batch/pair_line.hpp"

namespace hallmark::batch {

/// A round: sum_j p_j N(s_j, sigma^2) with the record against sum_l q_l N(-r_l, sigma^2) without it.
struct ShiftedPair {
  Number sigma;
  poisson_gaussian::ShiftMixture with;     // p_j, s_j
  poisson_gaussian::ShiftMixture without;  // q_l, r_l
};

/// The mixture of two lists of the same length, shifts rising, equal ones together.
/// Kind:      exact
/// Domain:    1 to 64 weights above 0 of the sum 1, shifts at least 0; otherwise throws InputError
[[nodiscard]] poisson_gaussian::ShiftMixture mixture_of(const std::vector<Rational>& weights,
                                                        const std::vector<Rational>& shifts);

/// The pair as a family knows it: rounds in which all shifts are drawn anew.
/// Kind:      encloses
/// Units:     zero-out; remove and add differ; shifts and sigma in the same unit
/// Domain:    0 < sigma, some shift above 0; otherwise throws InputError
/// Rigor:     the ratio rises in the output: one round by the place where it is e^eps; rounds by the transform where 0 is
///            among the shifts of either side, and by convex laws
/// Source:    proofs-check/PROOFS.md 15.9: vectors of these lengths are dominated by shifts on one line
[[nodiscard]] basic::Law mixture_law(const ShiftedPair& pair);

/// One step of the pair in one direction, for lines; nothing where binary64 does not reach or a side has no shift 0.
/// Kind:      encloses, as shifts_transform
[[nodiscard]] std::optional<composition::ModelledStep> mixture_step(const ShiftedPair& pair, Direction direction);

}  // namespace hallmark::batch
