#pragma once

#include "basic/outcomes.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

/// The precision for sums over the rounds of a quantity.
[[nodiscard]] Count precision_of(const Quantity& quantity, const Effort& effort);

/// Above the least pair of bounded range, below the pair of two log ratios that the witness names; or both by the recursion.
/// Domain:   a quantity with eps0 and rounds
/// Rigor:    PROOFS.md section 14.6
[[nodiscard]] Profile read_bounded_range(Reader& reader, const Quantity& quantity, Relation relation);

/// The noise of a noisy maximum, in the order of the words of the parameter `noise`.
enum class ScoreNoise { exponential, gaussian, gumbel, laplace };

/// A noisy maximum. Above Laplace noise, or the Gaussian pair of all candidates; below two candidates, a difference apart
/// that the witness names. Gumbel noise is bounded range.
/// Domain:   rounds, and eps0, or sigma and candidates where the noise is Gaussian
/// Rigor:    PROOFS.md section 18.6
[[nodiscard]] Profile read_noisy_max(Reader& reader, Relation relation, const Quantity& quantity, ScoreNoise noise);

}  // namespace hallmark::check
