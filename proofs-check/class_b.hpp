#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// Class B, compositions on a grid: the divergence of clones.*, rr2.*, shuffle.* and krr.* of several rounds, and of
/// poisson-gaussian.*, as a function of eps. Used for the ids *.delta directly, for *.epsilon by class E.
/// Rigor:    PROOFS.md section 7
/// Domain:   checked before (check_domain, check_witness); on_grid(quantity); the quantity, witness and budget must
///           outlive the result.
[[nodiscard]] Divergence class_b_divergence(const Quantity& quantity, const Witness& witness, Budget& budget);

/// Proves `quantity RELATION value` for the ids *.delta.
[[nodiscard]] Outcome check_class_b(const Quantity& quantity, Relation relation, const Number& value,
                                    const Witness& witness, Budget& budget);

}  // namespace hallmark::check
