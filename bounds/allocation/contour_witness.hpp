// What a certificate about random allocation suggests to the checker: vertical lines, coarse where the claim is.
#pragma once

#include <optional>
#include <vector>

#include "bounds/allocation/spectral.hpp"
#include "bounds/delta_end.hpp"
#include "bounds/witness.hpp"

namespace hallmark::allocation {

/// The contours of proofs-check/FORMAT.md for one end: with direction both one for each, of a lower end that of the
/// larger divergence. Nothing where the checker has not the time for it.
/// Kind:      a proposal: any contour encloses, and the checker proves what it needs
/// Domain:    as spectral_delta, but any direction
/// Cost:      a few tables of ProfileTable
[[nodiscard]] std::optional<std::vector<witness::Contour>> contours(const SpectralParameters& parameters,
                                                                    const DeltaEnd& end, const Budget& budget);

}  // namespace hallmark::allocation
