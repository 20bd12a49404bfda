#pragma once

#include <cstdint>
#include <vector>

#include "numbers/meter.hpp"
#include "numbers/number.hpp"

namespace hallmark::check {

/// ln E_Q[(dP/dQ)^alpha] for Gaussian noise of deviation sigma, sensitivity 1: (alpha-1) times the Renyi divergence of
/// order alpha. Every enclosure is inside [0, infinity]; `bits` is the relative precision aimed at.
/// Kind:     encloses
/// Rigor:    PROOFS.md section 8

/// The Gaussian mechanism: alpha (alpha-1)/(2 sigma^2).
/// Domain:   alpha > 1
[[nodiscard]] Interval gaussian_log_moment(const Number& sigma, const Number& alpha, unsigned bits);

/// One step of Poisson sampling, P = (1-rate) N(0, sigma^2) + rate N(1, sigma^2), Q = N(0, sigma^2), at the orders
/// first..last: the binomial sum.
/// Domain:   2 <= first <= last, 0 < rate <= 1
/// Cost:     last^2 - first^2 operations
[[nodiscard]] std::vector<Interval> poisson_remove(const Number& rate, const Number& sigma, Count first, Count last,
                                                   unsigned bits);

/// Random allocation of one of `steps` steps, f = (X_1 + ... + X_steps)/steps under Q, X = exp(N/sigma - 1/(2
/// sigma^2)): ln E_Q[f^alpha] at the orders first..last, from the power `steps` of the series of E[e^{zX}].
/// Domain:   1 <= first <= last, steps >= 1
/// Cost:     last^2 operations, or last^2 log2(steps) where steps is smaller
[[nodiscard]] std::vector<Interval> allocation_remove(Count steps, const Number& sigma, Count first, Count last,
                                                      unsigned bits);

/// The same for `selected` of the steps at one integer order: the law of how often each step is chosen by `order`
/// independent subsets, one subset after the other.
/// Domain:   order >= 2, 1 <= selected <= steps
/// Cost:     exponential in order and selected; for small ones only
[[nodiscard]] Interval allocation_remove_selected(Count steps, Count selected, const Number& sigma, Count order,
                                                  unsigned bits);

/// ln E_Q[(dP/dQ)^alpha] of one step of Poisson sampling, P = (1-rate) N(0, sigma^2) + rate N(1, sigma^2), Q = N(0,
/// sigma^2), at one real order: ln K(alpha), a trapezoid sum.
/// Kind:     encloses, inside [0, infinity]
/// Domain:   alpha > 1 rational, 0 < rate < 1
/// Rigor:    PROOFS.md section 12.1: K by a rule that doubles choose
/// Cost:     about bits elementary functions
[[nodiscard]] Interval poisson_remove_real(const Number& rate, const Number& sigma, const Rational& alpha,
                                           unsigned bits);

/// The same of the pair of replace-one, Q = (1-rate) N(0, sigma^2) + rate N(-1, sigma^2), one number for both directions.
/// Rigor:    PROOFS.md section 8.2: M(alpha-1) of section 15.4
[[nodiscard]] Interval poisson_replaced(const Number& rate, const Number& sigma, const Rational& alpha, unsigned bits);

/// The other direction, ln E_P[(dQ/dP)^alpha] = ln K(1 - alpha).
/// Domain:   alpha > 1, 0 < rate <= 1
[[nodiscard]] Interval poisson_add(const Number& rate, const Number& sigma, const Number& alpha, unsigned bits);

}  // namespace hallmark::check
