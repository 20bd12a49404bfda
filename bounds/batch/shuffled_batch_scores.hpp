// Shuffled batches, one epoch: events on the sum of scores of all coordinates, which a certificate can name.
#pragma once

#include <optional>
#include <vector>

#include "bounds/batch/shuffled_batch.hpp"

namespace hallmark::shuffled_batch {

/// A score for every coordinate of a run: values[i] between cuts[i-1] and cuts[i]; and the event that the scores of all
/// T coordinates add up to at least total.
struct Scores {
  std::vector<Rational> cuts;  // increasing
  std::vector<slong> values;   // one more than cuts, not negative
  slong total = 1;
};

/// P_S(E) - e^eps Q_S(E) of the event E of the scores, P_S and Q_S as in delta_at_lower.
/// Kind:      encloses; below D_{e^eps}(P_S || Q_S), hence below the mechanism's delta
/// Units:     a probability (negative where the event proves nothing); zero-out; P_S is the larger side
/// Domain:    as delta_at_lower; 1 <= total <= 10^5, one value more than cuts; otherwise throws InputError. Nothing if
///            the budget ends first
/// Rigor:     the event does not depend on the order of the coordinates: P_S(E) is its probability under N(2 e_1, s^2
///            I), Q_S(E) under N(e_1, s^2 I). Not E has the probability sum_i n_a(i) (r_0 + ... + r_(total-1-i)), a = 2
///            and 1, n_a(i) that of the score i under N(a, s^2), r_j the coefficients of (sum_i n_0(i) z^i)^(T-1), of
///            which those below total do not depend on scores from total on
/// Source:    ours
/// Cost:      about 2 log2(T) products of polynomials of `total` terms
[[nodiscard]] std::optional<Ball> delta_of_scores_lower(const DeltaParameters& parameters, const Scores& scores,
                                                        slong bits, const Budget& budget = {});

/// Scores and what they prove.
struct ScoredBound {
  Scores scores;
  Ball delta;
};

/// Scores that round v(x) = (N(2) - e^eps N(1))/N(0) (x), of which {sum v >= 0} is the best event, to multiples of a
/// step: on finer and finer steps until more than `wanted` is proved; nothing where that does not happen.
/// Kind:      the delta of the result encloses, as delta_of_scores_lower
/// Domain:    as delta_at_lower, wanted >= 0
/// Source:    as delta_of_scores_lower
/// Cost:      seconds
[[nodiscard]] std::optional<ScoredBound> scores_above(const DeltaParameters& parameters, const Rational& wanted,
                                                      const Budget& budget = {});

}  // namespace hallmark::shuffled_batch
