#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// poisson-gaussian.delta as a function of eps, by the inversions of the witness.
/// Rigor:    PROOFS.md section 12; rate 1: one Gaussian
/// Domain:   checked before (check_domain, check_witness); the quantity, witness and budget must outlive the result.
[[nodiscard]] Divergence poisson_inversion_divergence(const Quantity& quantity, const Witness& witness, Budget& budget);

/// Proves `quantity RELATION value` for poisson-gaussian.delta and .tv, RELATION not `in`.
[[nodiscard]] Outcome check_poisson_inversion(const Quantity& quantity, Relation relation, const Number& value,
                                              const Witness& witness, Budget& budget);

/// Proves `poisson-gaussian.sigma RELATION value`; `of_delta` is the relation of delta at the value to the bound.
/// Rigor:    PROOFS.md section 12.2: delta falls in sigma and is continuous
[[nodiscard]] Outcome check_poisson_sigma(const Quantity& quantity, Relation relation, Relation of_delta,
                                          const Number& value, const Witness& witness, Budget& budget);

}  // namespace hallmark::check
