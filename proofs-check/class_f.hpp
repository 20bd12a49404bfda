#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// A statement about a quantity on a contour may cost so much more than others.
inline constexpr std::uint64_t kContourFactor = 24;

/// Class F, inversions of a transform along the contours of the witness: allocation.delta and, for class E,
/// allocation.epsilon, as a function of eps; positive everywhere.
/// Rigor:    PROOFS.md section 9, by convex laws section 13.4; where every step is selected gaussian_delta
/// Domain:   checked before (check_domain, check_witness, out_of_reach); the quantity, witness and budget must
///           outlive the result.
[[nodiscard]] Divergence class_f_divergence(const Quantity& quantity, const Witness& witness, Budget& budget);

/// Whether the witness has convex laws in place of contours.
[[nodiscard]] bool by_laws(const Witness& witness);

/// True if one step of one epoch is selected, or every step: what an inversion, or a closed form, is for.
[[nodiscard]] bool is_single(const Quantity& quantity);
/// What is said of a quantity on a contour that the witness's contours, or laws, are not for; nothing if they are.
[[nodiscard]] std::optional<Outcome> out_of_reach(const Quantity& quantity, const Witness& witness);

/// Proves `quantity RELATION value` for allocation.delta.
[[nodiscard]] Outcome check_class_f(const Quantity& quantity, Relation relation, const Number& value,
                                    const Witness& witness, Budget& budget);

}  // namespace hallmark::check
