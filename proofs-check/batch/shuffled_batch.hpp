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

[[nodiscard]] inline bool is_shuffled_batch(const Quantity& quantity) {
  return quantity.row->id.starts_with("shuffled-batch.");
}

/// delta of shuffled-batch.* as a function of eps; positive everywhere. The threshold or the scores of the witness
/// prove a lower end; an upper end is the supremum (*.threshold) or one Gaussian step (*.pair by joint convexity, the
/// mechanism's by axiom CGKKMSZ24-Theorem-4.1). Domain:   checked before; the quantity, witness and budget must outlive
/// the result.
[[nodiscard]] Divergence shuffled_batch_divergence(const Quantity& quantity, const Witness& witness, Budget& budget);

}  // namespace hallmark::check
