#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// A claim about clones.epsilon.advanced-composition: of one round by its own claim; of more the witness names
/// rationals proved to be above (below) eps1, and the exact composition at the value decides. Rigor:    PROOFS.md
/// section 11
[[nodiscard]] Evaluator advanced_composition_claim(Evaluator one_round);

}  // namespace hallmark::check
