// Shuffled batches, one epoch: what threshold events on the largest coordinate tell two neighbours apart by.
#pragma once

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::shuffled_batch {

/// The events on the T coordinates of a run: some coordinate is at least C, or none is.
enum class Event { some_at_least, all_below };

struct DeltaParameters {
  Number sigma;  // standard deviation of the noise over the sensitivity
  Number eps;    // nats
  slong steps;   // T, batches of the one epoch
};

/// A supremum over all real thresholds and a threshold that comes close to it.
struct Supremum {
  Ball delta;
  Ball in_eps;  // slope of delta in eps: a proposal
  Rational c;   // close to the best C
};

/// f(C) = P_S(E) - e^eps Q_S(E) at one threshold C, E = {some w_t >= C}, P_S = (1/T) sum_t N(2 e_t, s^2 I), Q_S = (1/T)
/// sum_t N(e_t, s^2 I); for the event that all are below: Q_S(not E) - e^eps P_S(not E).
/// Kind:      encloses; below D_{e^eps}(P_S || Q_S) (all_below: D_{e^eps}(Q_S || P_S)), hence below the mechanism's
///            delta
/// Units:     a probability (negative where the event proves nothing); zero-out; P_S is the larger side (all_below:
///            Q_S)
/// Domain:    0 < sigma, 0 <= eps, 1 <= steps <= 10^15; otherwise throws InputError
/// Rigor:     with R = Phi(C/s)^(T-1): f = R (Phi((2-C)/s) - e^eps Phi((1-C)/s)) - (e^eps - 1) (1 - R), tails and
///            complements throughout; not E: R (Phi((C-1)/s) - e^eps Phi((C-2)/s))
/// Source:    [CGKKMSZ24] equation (3)
/// Cost:      four erfc evaluations
[[nodiscard]] Ball delta_at_lower(const DeltaParameters& parameters, const Rational& c, Event event, slong bits);

/// sup f(C) over all real C: the best lower bound on the delta of shuffled batches that threshold events give.
/// Kind:      encloses the supremum; a lower bound for the mechanism
/// Units:     a probability; zero-out; as delta_at_lower
/// Domain:    0 < sigma, 0 <= eps, 1 <= steps <= 10^15; otherwise throws InputError
/// Rigor:     with w = e^eps and C = 3/2 + s^2 (eps + y), f'(C) has the sign of A(y) - B(y), B = Phi(C/s) (e^y - 1),
///            A = (T-1) (Phi((C-1)/s) - Phi((C-2)/s)/w) e^-(1/s^2 + eps + y). For y <= 0: A > 0 >= B. For y > 0 both
///            factors of A fall and B rises: f has one maximum, between any two proved signs, at y <= ln T. It exceeds
///            f at a point y between them by at most (b - a) max |f'|, |A - B| being largest at an end; and it is at
///            most R (Phi((2-C)/s) - w Phi((1-C)/s)) <= the Gaussian delta. all_below: the same with -eps for eps, as
///            far as A is positive; beyond, f falls, and that A - B still falls up to b is checked (is_falling).
/// Source:    [CGKKMSZ24] equation (3), there with C on a grid
/// Cost:      about 20 evaluations of f
/// Example:   delta_threshold_lower({Number("0.7"), 2, 1000}, Event::some_at_least, 128).delta.to_string(12)
///            -> [0.0215528331990 +/- 3.86e-14]
[[nodiscard]] Supremum delta_threshold_lower(const DeltaParameters& parameters, Event event, slong bits);

struct EpsilonParameters {
  Number sigma;
  Number delta;  // a probability
  slong steps;
};

/// inf {eps >= 0 : sup f(C) <= delta} for the event that some coordinate is at least C (or that all are below it).
/// Kind:      encloses; a lower bound for the mechanism
/// Units:     nats; zero-out; as delta_at_lower
/// Domain:    as delta_threshold_lower; 0 < delta <= 1
/// Rigor:     every f(C) falls with eps, so the supremum does; the search ends at the Gaussian epsilon, which the
///            supremum does not exceed
/// Source:    as delta_threshold_lower
/// Cost:      about 10 evaluations of delta_threshold_lower
[[nodiscard]] Inversion epsilon_threshold_lower(const EpsilonParameters& parameters, Event event, slong digits,
                                                const Budget& budget = {});

/// The best threshold at eps, to about `bits` bits: what a certificate of a lower end names. The value there falls
/// short of the supremum by about 2^-bits of it, and less.
/// Kind:      a proposal: every threshold proves its lower bound
/// Domain:    as delta_threshold_lower
[[nodiscard]] Rational best_threshold(const DeltaParameters& parameters, Event event, slong bits);

}  // namespace hallmark::shuffled_batch
