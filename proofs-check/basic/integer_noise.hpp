#pragma once

#include "basic/outcomes.hpp"

namespace hallmark::check {

/// One round of noise on integers, symmetric and log-concave, shifted by the sensitivity: PROOFS.md section 14.12.
/// Cost:     a few functions an outcome; of sums log2(parties) products of polynomials
[[nodiscard]] Outcomes skellam(const Number& variance, Count sensitivity, Count precision);
[[nodiscard]] Outcomes binomial_noise(Count coins, Count sensitivity, Count precision);
[[nodiscard]] Outcomes discrete_gaussian_sum(const Number& sigma2, Count parties, Count sensitivity, Count precision);
[[nodiscard]] Outcomes discrete_laplace_sum(const Number& a, Count parties, Count sensitivity, Count precision);

}  // namespace hallmark::check
