// Which pair a batch mechanism has in one direction, and what computes with it.
#pragma once

#include <memory>

#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/batch/poisson_scout.hpp"

namespace hallmark::poisson_gaussian {

/// The pair of one direction, its first law first: add exchanges the sides.
/// Kind:      exact
/// Domain:    one direction
/// Source:    the definition
[[nodiscard]] Pair directed(const Pair& pair, Direction direction);
/// Whether both directions are one number.
/// Kind:      exact
/// Source:    x -> -x
[[nodiscard]] inline bool is_symmetric(const Pair& pair) { return pair.coupled || pair.up == pair.down; }
/// Whether it is the pair of zero-out adjacency, one record.
/// Kind:      exact
/// Source:    the definition
[[nodiscard]] inline bool is_usual(const Pair& pair) { return !pair.coupled && pair.up + pair.down == 1; }
/// The direction of zero-out with one record that a usual pair is: one record of the second side alone turns it round.
/// Kind:      exact
/// Domain:    a usual pair, one direction
/// Source:    the definition
[[nodiscard]] Direction usual_direction(const Pair& pair, Direction direction);
/// How far apart the means of the two laws can be: the Gaussian mechanism of that sensitivity dominates the step.
/// Kind:      exact
/// Source:    joint convexity
[[nodiscard]] inline slong farthest_apart(const Pair& pair) { return pair.coupled ? 2 : pair.up + pair.down; }

/// Whether the log ratio of a pair of one direction has a largest value: its first law has no records of its own.
/// Kind:      exact
[[nodiscard]] bool has_largest(const Mechanism& mechanism, const Pair& pair);
/// T ln(1/(1-q)) for every record of the second law: the largest log ratio, from which on delta is exactly 0.
/// Kind:      encloses
/// Domain:    a pair that has one
[[nodiscard]] Ball largest_log_ratio(const Mechanism& mechanism, const Pair& pair, slong bits);

/// The transform of one step.
/// Kind:      encloses, as its functions say
/// Domain:    0 < rate < 1; one direction
/// Source:    PROOFS.md 12.1, 15.4, 15.5
[[nodiscard]] std::unique_ptr<StepTransform> transform_of(const Mechanism& mechanism, Direction direction);
/// A search for a line; nothing where binary64 has no words for the parameters. `quick`: of neighbours of what is best, and with
/// fast exponentials; else of everything, by the C library, as certificates want it, whose published text is to be found again.
/// Kind:      a proposal
/// Domain:    one direction
[[nodiscard]] std::optional<Scout> scout_of(const Mechanism& mechanism, Direction direction, bool quick = false);

}  // namespace hallmark::poisson_gaussian
