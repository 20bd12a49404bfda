#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// Class E, calibration: proves `clones.eps0 RELATION value` (sup {eps0 : delta(eps0) <= delta}) and `clones.n RELATION
/// value` (min {n : delta(n) <= delta}) by values of clones.delta.
/// Rigor:    delta is nondecreasing and continuous in eps0, nonincreasing in n (PROOFS.md section 5)
[[nodiscard]] Outcome check_clones_eps0(const Quantity& quantity, Relation relation, const Number& value,
                                        const Witness& witness, Budget& budget);
[[nodiscard]] Outcome check_clones_n(const Quantity& quantity, Relation relation, const Number& value,
                                     const Witness& witness, Budget& budget);

}  // namespace hallmark::check
