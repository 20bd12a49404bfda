// What a certificate about several selected steps suggests to the checker: events of scores below, one product or blocks
// above.
#pragma once

#include <optional>
#include <vector>

#include "bounds/allocation/contour_witness.hpp"
#include "bounds/allocation/convex_profile.hpp"

namespace hallmark::allocation {

/// What proves one end: from above every direction that is asked for, from below one. Nothing where nothing coarse enough
/// for the checker proves it.
/// Kind:      a proposal: the checker proves what it needs
/// Domain:    as profile_law, 1 < selected < steps, but any direction
/// Cost:      some laws of sums of scores or of factors
[[nodiscard]] std::optional<std::vector<witness::SelectedEnd>> selected_ends(const ProfileParameters& parameters,
                                                                             const DeltaEnd& end, const Budget& budget);

}  // namespace hallmark::allocation
