// The law of a symmetric pair whose log ratios stand at equal distances.
#pragma once

#include <string>

#include "bounds/basic/family.hpp"
#include "bounds/basic/lattice_rounds.hpp"

namespace hallmark::basic {

/// The pair as a phase by its outcomes, and the sum of its rounds by their lattice. Where listing the outcomes takes long,
/// `pair` has the budget, and counts as missing those that it does not come to.
/// Kind:      encloses
/// Domain:    a symmetric pair at every precision: P and Q exchange under some involution
[[nodiscard]] Law lattice_law_of(std::string key, std::function<LatticePair(slong bits, const Budget& budget)> pair);
[[nodiscard]] Law lattice_law_of(std::string key, std::function<LatticePair(slong bits)> pair);

}  // namespace hallmark::basic
