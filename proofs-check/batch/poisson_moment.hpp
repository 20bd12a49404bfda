#pragma once

#include "numbers/budget.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// ln E_Q[(dP/dQ)^alpha] of one step of Poisson sampling, P = (1-rate) N(0, sigma^2) + rate N(1, sigma^2), Q = N(0,
/// sigma^2), at one real order: ln K(alpha), a trapezoid sum.
/// Kind:     encloses, inside [0, infinity]
/// Domain:   alpha > 1 rational, 0 < rate < 1
/// Rigor:    PROOFS.md section 12.1: K by a rule that doubles choose
/// Cost:     about bits elementary functions
[[nodiscard]] Interval poisson_remove_real(const Number& rate, const Number& sigma, const Rational& alpha,
                                           unsigned bits, Budget& budget);

/// The other direction, ln E_P[(dQ/dP)^alpha] = ln K(1 - alpha).
/// Domain:   alpha > 1, 0 < rate <= 1
[[nodiscard]] Interval poisson_add(const Number& rate, const Number& sigma, const Number& alpha, unsigned bits,
                                   Budget& budget);

}  // namespace hallmark::check
