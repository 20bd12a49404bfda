// Lattices of the shuffle model's pairs with too many outcomes for a list, by runs of fair coins.
#pragma once

#include <optional>

#include "bounds/shuffle/krr.hpp"
#include "exact/lattice_law.hpp"
#include "exact/number.hpp"

namespace hallmark::atoms {

/// The clones pair on a lattice: given C = c a run of m = c + 1 coins, even = 1 and odd = (E-1)/((E+1) m).
/// Kind:      encloses; nothing where CoinGrid does not reach, or when the budget ends
/// Units:     replace-one; both directions
/// Domain:    as clones
/// Rigor:     with the masses of `clones`, a x + b (m-x) = (m + (a-b) y)/2 and 2^-c C(m,x) is twice the mass of x heads; what
///            the counts leave out is 1 less their sum
/// Source:    [FMT21] Theorem 3.2
/// Cost:      O(n e^-eps0 tail_bits) operations of doubles
[[nodiscard]] std::optional<LatticeLaw> clones_lattice(slong n, const Number& eps0, const LatticeEffort& effort,
                                                       const Budget& budget);

/// The views of k-ary randomized response. Strong: as clones with C ~ Bin(n-1, 2 gamma/k) and a = 1, the share 1 - gamma of
/// it, the rest at log ratio 0; strong pair: that without the rest. Weak: given B + 1 = m and S = s a run of s coins,
/// even = gamma + (1-gamma) k s/(2m) and odd = (1-gamma) k/(2m).
/// Kind:      as clones_lattice
/// Units:     replace-one; both directions
/// Domain:    as krr_weak
/// Rigor:     with r = (1-gamma) k/m, gamma + r x = gamma + r s/2 + (r/2) y
/// Source:    [KHH21] Section 3, the weak view corrected: see errata 5
/// Cost:      strong as clones; weak O((n gamma)^(3/2)) operations of doubles, O(n gamma) of balls
[[nodiscard]] std::optional<LatticeLaw> krr_lattice(krr::View view, slong n, slong k, const Number& gamma,
                                                    const LatticeEffort& effort, const Budget& budget);

}  // namespace hallmark::atoms
