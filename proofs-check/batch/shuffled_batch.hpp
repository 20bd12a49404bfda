#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "statement/decide.hpp"

namespace hallmark::check {

/// The events on the largest of T coordinates that tell the two neighbours of shuffled batches apart: some coordinate
/// is at least C, or all are below; those on the scores of all coordinates are of batch_scores.
enum class BatchEvent { some_at_least, all_below, scores };

/// P(E) - e^eps Q(E) of E = {some w_t >= C}, P = (1/T) sum_t N(2 e_t, sigma^2 I), Q = (1/T) sum_t N(e_t, sigma^2 I);
/// of {all below}: Q(not E) - e^eps P(not E).
/// Kind:     encloses
/// Domain:   sigma > 0, eps >= 0, steps >= 1
[[nodiscard]] Interval batch_event(const Number& sigma, const Number& eps, Count steps, const Interval& c,
                                   BatchEvent event, Count precision);

/// Where the supremum over C is sought: y between two numbers, C = 3/2 + sigma^2 (eps + y). Only the width depends on it.
struct ThresholdBracket {
  Interval low, high;  ///< points, 0 <= low <= high
};

/// A narrow one; nothing where the slope's sign is not proved at its ends.
/// Cost:     about (bits + scale)/2 values of four erfc each
[[nodiscard]] std::optional<ThresholdBracket> threshold_bracket(const Number& sigma, const Number& eps, Count steps,
                                                                Effort effort);

/// The supremum of the first over all real C.
/// Kind:     encloses, for every bracket; positive
/// Rigor:    one maximum, between two proved signs of the derivative (PROOFS.md section 10)
[[nodiscard]] Interval threshold_within(const Number& sigma, const Number& eps, Count steps,
                                        const ThresholdBracket& bracket);
[[nodiscard]] Interval batch_threshold(const Number& sigma, const Number& eps, Count steps, Effort effort);

/// The first with C the threshold, at the precision that decides a value of 2^-scale.
[[nodiscard]] Interval batch_event_at(const Number& sigma, const Number& eps, Count steps, const Rational& threshold,
                                      BatchEvent event, Effort effort);

/// An event on the T coordinates of shuffled batches: a coordinate between cuts[i-1] and cuts[i] scores values[i], and
/// the scores add up to at least total.
struct BatchScores {
  std::vector<Rational> cuts;  ///< increasing
  std::vector<Count> values;   ///< one more than cuts
  Count total = 0;
};

/// Reads the lines `total` and `scores`: a score, then a cut and a score for every cut.
[[nodiscard]] BatchScores read_scores(Reader& reader);

/// P(E) - e^eps Q(E) of E = {the scores of the T coordinates add up to at least total}, P = (1/T) sum_t N(2 e_t,
/// sigma^2 I), Q = (1/T) sum_t N(e_t, sigma^2 I): below H of e^eps of P and Q.
/// Kind:     encloses
/// Domain:   sigma > 0, eps >= 0, steps >= 1, cuts increasing, one score more than cuts, 1 <= total
/// Rigor:    PROOFS.md section 10.1
/// Cost:     three erfc a cut, about 3 log2(steps) products of polynomials of `total` terms
[[nodiscard]] Interval batch_scores(const Number& sigma, const Number& eps, Count steps, const BatchScores& scores,
                                    Effort effort);

}  // namespace hallmark::check
