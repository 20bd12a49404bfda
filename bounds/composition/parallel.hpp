// Parallel composition: mechanisms on disjoint parts of the data.
#pragma once

#include "bounds/certifier.hpp"
#include "bounds/registry.hpp"

namespace hallmark::parallel {

/// delta(eps) and epsilon(delta) of the mechanisms of `disjoint`: the largest over the parts.
/// Kind:      encloses
/// Units:     adjacency zero-out
/// Domain:    parts of zero-out adjacency; otherwise throws InputError
/// Rigor:     a record is in one part; what runs on the others is the same with it and without it (PROOFS.md 14.13)
/// Source:    [McS09] for pure privacy; else our proof
/// Cost:      that of composition.delta, composition.epsilon for each part
[[nodiscard]] Answer delta_answer(const Arguments& x, const Request& r);
[[nodiscard]] Answer epsilon_answer(const Arguments& x, const Request& r);

/// A claim about the largest: below about one part, above about each of them.
extern const Certifier delta_certifier;
extern const Certifier epsilon_certifier;

}  // namespace hallmark::parallel
