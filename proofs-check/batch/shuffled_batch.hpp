#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// The events on the largest of T coordinates that tell the two neighbours of shuffled batches apart: some coordinate
/// is at least C, or all are below.
enum class BatchEvent { some_at_least, all_below };

/// P(E) - e^eps Q(E) of E = {some w_t >= C}, P = (1/T) sum_t N(2 e_t, sigma^2 I), Q = (1/T) sum_t N(e_t, sigma^2 I);
/// of {all below}: Q(not E) - e^eps P(not E).
/// Kind:     encloses
/// Domain:   sigma > 0, eps >= 0, steps >= 1
[[nodiscard]] Interval batch_event(const Number& sigma, const Number& eps, std::uint64_t steps, const Interval& c,
                                   BatchEvent event, mpfr_prec_t precision);

/// The supremum of the first over all real C.
/// Kind:     encloses; positive
/// Rigor:    one maximum, between two proved signs of the derivative (PROOFS.md section 10)
/// Cost:     about (bits + scale)/2 values of four erfc each, at most `most_halvings` of them: tests choose few
[[nodiscard]] Interval batch_threshold(const Number& sigma, const Number& eps, std::uint64_t steps, Effort effort,
                                       Budget& budget, long most_halvings = 1L << 20);

/// The first with C the threshold, at the precision that decides a value of 2^-scale.
[[nodiscard]] Interval batch_event_at(const Number& sigma, const Number& eps, std::uint64_t steps,
                                      const Rational& threshold, BatchEvent event, Effort effort, Budget& budget);

}  // namespace hallmark::check
