#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// [FMT21] Theorem 3.1 as printed, the same with the sharp constants of PROOFS.md section 4, Lemma A.1, Theorem 4.1 for
/// the pair of four categories, Corollary 4.2 for randomized response over k answers; [BBGN19] Theorem 3.1.
enum class ClosedForm { printed, sharp, lemma_a1, four_categories, k_answers, blanket };

/// A claim about the number that the form gives: of [FMT21] ln(1 + q (8 sqrt(ln(c/delta)/(pn)) + 8/(pn))), refused where
/// pn >= 16 ln(2/delta), the condition of the form, is not proved; of [BBGN19] refused where it is not proved to be at
/// most 1.
[[nodiscard]] Evaluator closed_form_claim(ClosedForm form);

/// Bounds on delta: that of the clones pair and of what delta0 adds, those of the privacy blanket.
enum class EpsForm { approximate, hoeffding, bennett };

/// A claim about the least eps at which the bound is at most delta; of the privacy blanket, eps0 where none below it is.
/// Rigor:    PROOFS.md section 21: an upper end by the bound there; a lower end by pieces of [0, value], on each of
///           which factors that rise or fall are bounded at its ends
[[nodiscard]] Evaluator least_eps_claim(EpsForm form);

/// A claim about clones.epsilon.advanced-composition: of one round by its own claim; of more the witness names
/// rationals proved to be above (below) eps1, and the exact composition at the value decides. Rigor:    PROOFS.md
/// section 11
[[nodiscard]] Evaluator advanced_composition_claim(Evaluator one_round);

}  // namespace hallmark::check
