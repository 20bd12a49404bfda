// Finite laws handed over to convex_law.
#pragma once

#include "bounds/composition/finite_law.hpp"
#include "exact/convex_law.hpp"

namespace hallmark {

/// The atoms of a finite law as convex_law takes them: directed doubles of every field.
/// Kind:      encloses
/// Rigor:     ratio and Q-mass rounded outward; an atom whose doubles overflow counts as missing
[[nodiscard]] RatioAtoms ratio_atoms(const FiniteLaw& law);

}  // namespace hallmark
