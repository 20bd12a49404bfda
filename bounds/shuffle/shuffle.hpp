// Every eps0-local randomizer in the shuffle model: brackets of its worst case, from the clones pair above and from
// shuffled randomized response below.
#pragma once

#include "bounds/shuffle/rr2.hpp"
#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::shuffle {

/// A bracket of a worst case with the randomizer that shows its lower end.
struct WorstCase {
  Bracket bracket;
  bool reached;  // both ends have the digits asked for
  slong bits;
  rr2::Composition witness;  // of the lower end
};

struct DeltaParameters {
  slong n;
  Number eps0;  // nats
  Number eps;   // nats
};

/// sup over eps0-local randomizers of the delta at eps of n shuffled reports, in [rr2.delta, clones.delta].
/// Kind:      encloses as a bracket: lower end a mechanism's exact value, upper end the clones pair
/// Units:     nats; replace-one; both directions
/// Domain:    as clones::delta
/// Rigor:     lower: shuffled 2RR is eps0-local, so any composition of its other users bounds the supremum; a better
///            one than all-zeros is searched for up to n = 20,000. Upper: the pair dominates every such mechanism.
/// Source:    [FMT21] Theorem 3.2 (upper), Appendix G (lower)
/// Cost:      a few evaluations of each
[[nodiscard]] WorstCase delta(const DeltaParameters& parameters, slong digits, const Budget& budget = {});

struct EpsilonParameters {
  slong n;
  Number eps0;
  Number delta;
};

/// sup over eps0-local randomizers of the epsilon at delta, in [rr2.epsilon, clones.epsilon].
/// Kind:      encloses as a bracket, as delta
/// Units:     nats; replace-one; both directions
/// Domain:    as clones::epsilon
/// Rigor:     as delta
/// Source:    as delta
/// Cost:      two inversions
[[nodiscard]] WorstCase epsilon(const EpsilonParameters& parameters, slong digits, const Budget& budget = {});

}  // namespace hallmark::shuffle
