#pragma once

#include "numbers/budget.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// ln E_Q[(dP/dQ)^alpha] of shuffled binary randomized response, one round, `ones` of the n-1 others holding 1; P: user
/// 1 holds 1, Q: user 1 holds 0. A sum over the number of ones in the output.
/// Kind:     encloses; inside [0, infinity]
/// Domain:   n >= 1, ones < n, 10^-30 <= eps0, alpha > 1
/// Rigor:    PROOFS.md section 8.8
/// Cost:     a power an output, outputs of less than 2^-(bits + 3/2 alpha eps0) left out
[[nodiscard]] Interval rr2_log_moment(std::uint64_t n, std::uint64_t ones, const Number& eps0, const Number& alpha,
                                      unsigned bits, Budget& budget);

}  // namespace hallmark::check
