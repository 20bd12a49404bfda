// The certificate of a composition: what was composed, and one line for the transforms of all phases.
#pragma once

#include <optional>
#include <string>

#include "bounds/mechanisms/mechanisms.hpp"
#include "bounds/registry.hpp"

namespace hallmark {

/// The certificate that composition.delta or composition.epsilon of the phases lies in [lo, hi].
/// Kind:      a proposal: the checker proves it again; nothing where its format has no words for a phase, where no phase
///            is without a largest log ratio, or where no line proves both ends
/// Domain:    arguments of `entry`, a row composition.*; 0 <= lo <= hi
[[nodiscard]] std::optional<std::string> composition_certificate(const Entry& entry, const Arguments& arguments,
                                                                 const composition::PhaseList& phases,
                                                                 const Rational& lo, const Rational& hi,
                                                                 const Budget& budget);

}  // namespace hallmark
