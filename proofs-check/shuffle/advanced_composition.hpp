#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// Class E for clones.epsilon.advanced-composition with more than one round: the witness names a rational proved to be
/// above (below) eps1, and the exact composition at the value decides.
/// Rigor:    PROOFS.md section 11
[[nodiscard]] Outcome check_advanced_composition(const Quantity& quantity, Relation relation, const Number& value,
                                                 const Witness& witness, Budget& budget);

}  // namespace hallmark::check
