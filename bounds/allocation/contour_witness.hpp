// What a certificate about random allocation suggests to the checker: vertical lines, coarse where the claim is.
#pragma once

#include <optional>
#include <vector>

#include "bounds/allocation/spectral.hpp"
#include "bounds/witness.hpp"

namespace hallmark::allocation {

/// One end of a claim: that delta(eps) is at most (upper), or at least, `value`.
struct End {
  Number eps;
  Number value;
  bool upper;
};

/// The contours of proofs-check/FORMAT.md for one end: with direction both one for each, of a lower end that of the
/// larger divergence. Nothing where the checker has not the time for it.
/// Kind:      a proposal: any contour encloses, and the checker proves what it needs
/// Domain:    as spectral_delta, but any direction
/// Cost:      a few tables of ProfileTable
[[nodiscard]] std::optional<std::vector<witness::Contour>> contours(const SpectralParameters& parameters,
                                                                    const End& end, const Budget& budget);

}  // namespace hallmark::allocation
