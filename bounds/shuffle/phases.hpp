// Rounds of the shuffle model's pairs as phases of a composition.
#pragma once

#include "bounds/composition/composition.hpp"
#include "exact/number.hpp"

namespace hallmark::composition {

/// A round of the pair, as the atoms of its ratio.
/// Kind:      encloses, as the pair's atoms
/// Domain:    as the pair's atoms
/// Source:    as the pair's atoms
[[nodiscard]] Phase clones_phase(slong n, const Number& eps0, slong rounds);
[[nodiscard]] Phase rr2_phase(slong n, const Number& eps0, slong others, slong rounds);
enum class KrrView { strong, strong_pair, weak };
[[nodiscard]] Phase krr_phase(KrrView view, slong n, slong k, const Number& gamma, slong rounds);

}  // namespace hallmark::composition
