// Random allocation of any mechanism: one epoch as a phase of a composition, from one step of it.
#pragma once

#include <vector>

#include "bounds/basic/family.hpp"

namespace hallmark::allocation {

/// A pair by the probabilities of its outputs: with the record, and without it. Its largest ratio and the mass of an
/// infinite one are those of one direction, for either may be the larger one.
/// Kind:      exact
/// Units:     zero-out; what is asked of the law is asked in that direction alone
/// Domain:    remove or add; two rows of as many probabilities, of the sum 1 each; otherwise throws InputError
/// Source:    the definition
[[nodiscard]] basic::Law table_pair(const std::vector<std::vector<Rational>>& rows, Direction direction);

/// One epoch: `selected` of `steps` steps, drawn uniformly, are taken with the record (P), the others without it (Q).
/// Kind:      encloses: the ratio of the epoch is e_k(X_1, ..., X_t) / C(t, k), X_i the ratios of the steps
/// Units:     zero-out; remove and add differ
/// Domain:    a law of the pair with the record against without it, asked in `direction` alone where a ratio may be
///            infinite; 1 <= selected <= steps. Every step selected: the law of one step itself, of which an epoch has
///            `steps` rounds
/// Rigor:     few steps of a law of few ratios: how often each of them occurs says what the ratio of the epoch is; its
///            mass under P is M [z^k] prod_i (q_i + p_i z)^(n_i) / C(t, k), M prod_i q_i^(n_i) under Q, M the number of
///            orders. What one step leaves out of its list no epoch lists. Otherwise convex laws: epoch_law.
/// Source:    [FS25] Theorem 3.1 of the later version
/// Cost:      C(ratios + steps - 1, steps) polynomials of degree selected, or convex laws
[[nodiscard]] basic::Law allocated(const basic::Law& step, slong steps, slong selected, Direction direction);

}  // namespace hallmark::allocation
