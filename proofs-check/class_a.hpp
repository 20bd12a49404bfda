#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// Class A, finite sums: the divergence of clones.*, rr2.* and shuffle.* as a function of eps. Used for the ids
/// *.delta directly, for *.epsilon by class E; krr.* and allocation-rr.delta too.
/// Rigor:    clones: both ends by clones_sum.hpp. rr2: response_sum.hpp; both = the larger direction, so an upper end
///           needs both and a lower end the one that the witness names. shuffle: upper end by the clones pair
///           (axiom FMT21-Theorem-3.2), lower end by rr2 on the datasets that the witness names: randomized
///           response is an eps0-local randomizer. All are 0 exactly from eps0 on, positive before (PROOFS.md
///           section 3).
/// Domain:   checked before (check_domain, check_witness); the quantity, witness and budget must outlive the
///           result.
[[nodiscard]] Divergence class_a_divergence(const Quantity& quantity, const Witness& witness, Budget& budget);

/// Proves `quantity RELATION value` for clones.delta, rr2.delta, shuffle.delta, krr.delta.*, allocation-rr.delta and
/// allocation-rr.delta.decomposition.
[[nodiscard]] Outcome check_class_a(const Quantity& quantity, Relation relation, const Number& value,
                                    const Witness& witness, Budget& budget);

}  // namespace hallmark::check
