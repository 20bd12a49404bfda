#pragma once

#include <vector>

#include "batch/line_inversion.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

/// delta(eps) of a composition in one direction, within [0, 1].
/// Kind:     encloses
/// Domain:   phases of which one is normal or on batches; an inversion with rules for every phase on batches, in the order
///           of the phases. Throws Rejected where a phase has no transform.
/// Rigor:    PROOFS.md sections 12.2 and 14.9
/// Cost:     nodes of the line times outcomes, or times nodes of the rule
[[nodiscard]] Interval composition_delta(const std::vector<Phase>& phases, bool remove, const Number& eps,
                                         const Inversion& inversion, const Effort& effort);

/// How a witness has the delta of the phases evaluated: all on one line, the others than normal ones on one grid, or all
/// outcome by outcome.
[[nodiscard]] Profile read_composition(Reader& reader, const Quantity& quantity, Relation relation);

}  // namespace hallmark::check
