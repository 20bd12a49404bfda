#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// Class E, inverses: proves `quantity RELATION value` for clones.epsilon, rr2.epsilon, shuffle.epsilon and
/// gaussian.epsilon (inf {eps >= 0 : delta(eps) <= delta}) and for gaussian.sigma (inf {sigma > 0 : delta_sigma(eps) <=
/// delta}) by values of delta in the classes A and D.
/// Rigor:    delta(eps) is nonincreasing and continuous, delta_sigma strictly decreasing and continuous in sigma
///           (PROOFS.md section 5). With v = value:
///             eps* <= v if v >= 0 and delta(v) <= delta;     eps* <  v if v > 0 and delta(v) < delta;
///             eps* >= v if v <= 0 or delta(v) > delta;       eps* >  v if v < 0 or delta(v) > delta;
///           the same for sigma, where v <= 0 is always below. At delta = 0 (class A only) eps* = eps0 exactly.
[[nodiscard]] Outcome check_class_e(const Quantity& quantity, Relation relation, const Number& value,
                                    const Witness& witness, Budget& budget);

}  // namespace hallmark::check
