// Where the deltas of deterministic and of Poisson batches cross, proved to be one place.
#pragma once

#include "bounds/batch/batch.hpp"

namespace hallmark::batch {

/// An enclosure of the crossing and what it rests on.
struct Crossing {
  Rational lo;
  Rational hi;
  bool unique;   // delta_D > delta_P below lo and delta_D < delta_P above hi are proved, with one crossing between
  bool reached;  // unique, and to the digits asked for
  slong evaluations;
};

/// The eps at which delta_D = delta_P, the rate being 1/steps: delta_D > delta_P before, delta_D < delta_P after.
/// Kind:      encloses; while `unique` is not proved only: some crossing lies in [lo, hi]
/// Units:     nats; zero-out; delta_P the larger of both directions
/// Domain:    0 < sigma, 2 <= steps <= 10^15; otherwise throws InputError
/// Rigor:     both deltas fall with eps. Before the crossing: intervals [l, r] with delta_D(r) > delta_P(l) cover [0,
///            a]. After it: intervals with delta_D(l) < delta_P(r) cover [b, eps1], and beyond eps1 half_space_eps1
///            holds. On [a, b] both are convex in w = e^eps: the slope of delta_P is at least that of its chord over
///            [a', a], a' < a, the slope of delta_D at most -Phi(-1/(2s) - b s), its value at b; where the first is
///            above the second, delta_D - delta_P falls on [a, b] and changes sign once. Theorem 4.2 alone says that
///            there is a crossing up to eps1.
/// Source:    [CGKKMSZ24] Theorem 4.2 and Conjecture 4.3 (that there is one crossing), proved here instance by instance
/// Cost:      about 100 evaluations of poisson_gaussian::delta
[[nodiscard]] Crossing crossing(const Parameters& parameters, slong digits, const Budget& budget = {});

}  // namespace hallmark::batch
