#pragma once

#include <optional>

#include "numbers/budget.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// The hockey-stick divergence of the clones pair as a rational, where e^eps0 and e^eps are known to be rational
/// and the numbers stay small; nullopt otherwise.
/// Domain:   n >= 1, 0 <= eps < eps0
/// Rigor:    integers only: C(n-1,c) (E-1)^(n-1-c) over E^(n-1) times the exact D_c with the exact threshold
[[nodiscard]] std::optional<Rational> clones_delta_exact(std::uint64_t n, const Number& eps0, const Number& eps,
                                                         Budget& budget);

/// The same for H_w(P||Q) of shuffled randomized response, `ones` of the n-1 other users holding 1: the sum of positive
/// parts.
[[nodiscard]] std::optional<Rational> rr2_delta_exact(std::uint64_t n, std::uint64_t ones, const Number& eps0,
                                                      const Number& eps, Budget& budget);

}  // namespace hallmark::check
