// Mechanisms of bounded range: the exponential mechanism, report noisy max with Gumbel noise.
#pragma once

#include "bounds/basic/family.hpp"
#include "bounds/certifier.hpp"

namespace hallmark::basic {

/// The least pair that dominates every pair whose log ratio lies in an interval of length `range`.
/// Kind:      encloses the pair's delta, an upper bound on that of the mechanisms, adaptively composed
/// Units:     nats; both directions
/// Domain:    0 < range; otherwise throws InputError
/// Rigor:     h(w) = (1 - sqrt(w e^-range))^2/(1 - e^-range) for |ln w| <= range is the supremum over the pairs, convex
///            with slopes -1 and 0 at the ends: Q-density h'' of the ratio, no atoms. m = e^(-range/2)/(2 (1 -
///            e^-range)) Lebesgue(-range, range).
/// Source:    [DDR20] (the worst pairs of one round); ours
[[nodiscard]] Law bounded_range_upper(const Number& range);

/// One pair of that class: log ratio t with P-probability (1 - e^(t-range))/(1 - e^-range), else t - range.
/// Kind:      encloses
/// Units:     nats; one direction, the other one is that of range - t
/// Domain:    0 < t < range
/// Source:    [DDR20]
[[nodiscard]] Law bounded_range_pair(const Number& range, const Rational& t);

/// delta and epsilon of all mechanisms of this range: the least pair above; below the best pair that is the same in all
/// rounds; both narrowed by the recursion of RangeTable where the rounds are few.
/// Kind:      encloses, as a bracket
/// Units:     nats; both directions
/// Domain:    0 < range, rounds >= 1; route "pairs": without the recursion
/// Rigor:     every t gives a lower end; t is searched, and no part of a proof
/// Source:    [DDR20]
[[nodiscard]] Answer bounded_range_delta(const Arguments& x, const Request& r);
[[nodiscard]] Answer bounded_range_epsilon(const Arguments& x, const Request& r);

/// The witness of a claim about them: the pairs where they prove it, else the recursion.
/// Kind:      a proposal
/// Domain:    a row bounded-range.*
[[nodiscard]] Prepared prepare_bounded_range(const Term& term, const Answer& answer, const ClaimedEnds& ends,
                                             const Budget& budget);

}  // namespace hallmark::basic
