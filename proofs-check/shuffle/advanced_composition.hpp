#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// sum over l of C(rounds, l) max(0, E^(rounds-l) - e^eps E^l)/(1+E)^rounds, E = e^eps1: the divergence of `rounds`
/// binary randomized responses.
/// Kind:     encloses
/// Domain:   rounds >= 1, eps1 > 0, eps >= 0
/// Rigor:    the ratio E^(rounds-2l) e^-eps of the two terms falls with l: the sum ends where a term is proved not
///           positive
/// Cost:     O(rounds)
[[nodiscard]] Interval composed_response(std::uint64_t rounds, const Rational& eps1, const Number& eps,
                                         mpfr_prec_t precision, Budget& budget);

/// Class E for clones.epsilon.advanced-composition with more than one round: the witness names a rational proved to be
/// above (below) eps1, and the exact composition at the value decides.
/// Rigor:    PROOFS.md section 11
[[nodiscard]] Outcome check_advanced_composition(const Quantity& quantity, Relation relation, const Number& value,
                                                 const Witness& witness, Budget& budget);

}  // namespace hallmark::check
