// Laplace noise, and the least pair that dominates mechanisms of bounded range.
#pragma once

#include "bounds/basic/family.hpp"
#include "bounds/basic/spline_rounds.hpp"

namespace hallmark::basic {

/// x + N, N of density (eps0/2) e^(-eps0 |n|), for a query of l1-sensitivity 1 in any number of coordinates.
/// Kind:      encloses
/// Units:     nats; both directions
/// Domain:    0 < eps0; otherwise throws InputError
/// Rigor:     one coordinate dominates several, and a larger sensitivity a smaller one: proofs-check/PROOFS.md
///            section 14. m = e^(-eps0/2) [(d_eps0 + d_-eps0)/2 + Lebesgue(-eps0, eps0)/4].
/// Source:    [DMNS06] (the mechanism); ours
[[nodiscard]] Law laplace(const Number& eps0);

/// The law of a pair given by truncated powers: its rounds in closed form, and one round as a convex law.
/// Kind:      encloses
/// Domain:    a pair at every precision, of this reach, whose masses add up to 1
/// Source:    that of the pair
[[nodiscard]] Law spline_law_of(std::string key, const Number& reach, std::function<SplinePair(slong bits)> pair);

}  // namespace hallmark::basic
