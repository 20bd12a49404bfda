#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// Class C, Renyi moments and their conversion: proves `quantity RELATION value` for *.renyi, *.epsilon.renyi and
/// *.delta.renyi of the clones pair, random allocation and Poisson sampling with Gaussian noise.
/// Rigor:    *.renyi: the enclosure of the moment by clones_moments.hpp or gaussian_moments.hpp. The conversions are
///           minima over the integer orders a..b, clipped: the order of the witness proves an upper end; a lower end is
///           proved at every order, or at every order up to one whose divergence alone exceeds the claim (PROOFS.md
///           section 6.5). Direction both: an upper end needs both directions, a lower end one.
/// Domain:   checked before (check_domain, check_witness)
[[nodiscard]] Outcome check_class_c(const Quantity& quantity, Relation relation, const Number& value,
                                    const Witness& witness, Budget& budget);

}  // namespace hallmark::check
