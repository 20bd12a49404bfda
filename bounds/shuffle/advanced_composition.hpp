// Advanced composition of shuffled mechanisms: the exact composition theorem of [KOV15] on top of the clones pair.
#pragma once

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::clones {

struct CompositionDelta {
  Number eps0;  // nats, of every round
  slong rounds;
  Number eps;  // nats
};

/// delta = sum_l C(rounds, l) max(0, E^(rounds-l) - e^eps E^l) / (1+E)^rounds, E = e^eps0: the least delta at eps of
/// every adaptive composition of `rounds` eps0-DP mechanisms.
/// Kind:      encloses
/// Units:     nats; a probability; any adjacency, both directions
/// Domain:    1 <= rounds <= 10^15, 0 < eps0, 0 <= eps; otherwise throws InputError
/// Rigor:     it is Pr[Bin(rounds, 1/(1+E)) <= t] - e^eps Pr[Bin(rounds, E/(1+E)) <= t], t the largest l with
///            E^(rounds-l) > e^eps E^l, or any neighbour that balls cannot tell from it: a tie adds nothing
/// Source:    [KOV15], exact composition, for a real target eps
/// Cost:      O(sqrt rounds) ball operations
/// Example:   composition_delta({.eps0 = Number("ln(2)"), .rounds = 2, .eps = 0}, 128).contains(Rational("1/3"))
///            -> true
[[nodiscard]] Ball composition_delta(const CompositionDelta& parameters, slong bits, const Budget& budget = {});
[[nodiscard]] Sample composition_delta_with_slope(const CompositionDelta& parameters, slong bits,
                                                  const Budget& budget = {});

struct AdvancedCompositionParameters {
  slong n;           // reports
  Number eps0;       // nats, the local guarantee
  Number delta;      // a probability
  slong rounds = 1;  // adaptive compositions on the same data
};

/// epsilon of `rounds` shuffled eps0-local randomizers at delta: with delta1 = delta / (2 rounds) and eps1 the upper
/// end of clones::epsilon at delta1, the least eps' with 1 - (1 - delta1)^rounds (1 - composition_delta(eps1, rounds,
/// eps'))
/// <= delta. One round: clones::epsilon at delta itself.
/// Kind:      upper bound; the bracket encloses the formula's value, its upper end is valid on its own
/// Units:     nats; replace-one; both directions
/// Domain:    as clones::epsilon, 0 < delta <= 1, 1 <= rounds <= 10^9; otherwise throws InputError
/// Rigor:     every round is (eps1, delta1)-DP, whose composition is that of an eps1-DP mechanism that fails with
///            probability delta1 a round; composition_delta falls as eps' rises and is 0 from rounds eps1 on
/// Source:    [FMT21] Theorem 3.2; [KOV15], exact composition
/// Cost:      two inversions
struct AdvancedComposition {
  Inversion epsilon;
  Bracket eps1;  // of one round at delta1; lo proved to be below eps1 unless both are 0
};
[[nodiscard]] AdvancedComposition advanced_composition(const AdvancedCompositionParameters& parameters, slong digits,
                                                       const Budget& budget = {});

}  // namespace hallmark::clones
