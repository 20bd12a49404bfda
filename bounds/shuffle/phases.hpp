// Rounds of the shuffle model's pairs as phases of a composition.
#pragma once

#include "bounds/composition/composition.hpp"
#include "exact/number.hpp"

namespace hallmark::composition {

/// A round of the pair, as the atoms of its ratio.
/// Kind:      encloses, as the pair's atoms
/// Domain:    as the pair's atoms
/// Source:    as the pair's atoms
[[nodiscard]] Phase clones_phase(long n, const Number& eps0, long rounds);
[[nodiscard]] Phase rr2_phase(long n, const Number& eps0, long others, long rounds);
enum class KrrView { strong, strong_pair, weak };
[[nodiscard]] Phase krr_phase(KrrView view, long n, long k, const Number& gamma, long rounds);

}  // namespace hallmark::composition
