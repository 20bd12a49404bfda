// What a certificate about random allocation suggests to the checker where contours do not reach: convex laws.
#pragma once

#include <optional>
#include <vector>

#include "bounds/allocation/contour_witness.hpp"
#include "bounds/allocation/convex_profile.hpp"

namespace hallmark::allocation {

/// The laws of proofs-check/FORMAT.md for one end, in units of 2^-unit: for an upper end the laws of the direction or
/// of both, for a lower end that of the larger divergence. Nothing where no law small enough for the checker proves the
/// end; for selected > 1 nothing for a lower end.
/// Kind:      a proposal: any grid gives valid laws, and the checker proves what it needs
/// Domain:    as profile_law, but any direction
/// Cost:      a few laws of one side
[[nodiscard]] std::optional<std::vector<witness::EpochLaw>> laws(const ProfileParameters& parameters,
                                                                 const DeltaEnd& end, slong unit, const Budget& budget);

/// A unit fine enough for the laws of these parameters about such an eps.
/// Kind:      a proposal
/// Domain:    as profile_law
[[nodiscard]] slong law_unit(const ProfileParameters& parameters, const Number& eps);

}  // namespace hallmark::allocation
