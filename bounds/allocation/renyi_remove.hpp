// Renyi divergence of random allocation in the remove direction: E f^alpha at integer orders, all of them at once.
#pragma once

#include <optional>

#include "bounds/allocation/allocation.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

/// E_Q[f^alpha] for alpha = 0..n, f = (X_1 + ... + X_t) / t, from the moments M_0, ..., M_n of X.
///
/// Kind:      exact for rational moments, encloses for balls
/// Shape:     n + 1 values; every order n >= 0 and every t >= 1, also alpha > t
/// Domain:    M_0 = 1 first; 1 <= t <= 10^15; otherwise throws InputError
/// Rigor:     E S^alpha = alpha! [z^alpha] (sum_p M_p z^p / p!)^t; Miller's recurrence, or squaring where t is small
///            against n and the recurrence would mix signs
/// Source:    [FS25] Theorem 4.8 of the later version (the same number as a sum over partitions); the coefficient of
///            the first version's Theorem 4.6 is wrong
/// Cost:      O(n^2) ball operations; nothing if the budget ends first
/// Example:   ratio_moments({1, 1, Rational("5/3")}, 2).back().to_string()
///            -> 4/3
[[nodiscard]] std::vector<Rational> ratio_moments(const std::vector<Rational>& moments, slong t);
[[nodiscard]] std::optional<std::vector<Ball>> ratio_moments(const std::vector<Ball>& moments, slong t,
                                                             const Budget& budget);

/// E_Q[f^n] for Gaussian noise. Orders that are asked for one after the other share their coefficients.
///
/// Kind:      encloses; the same ball as the last of ratio_moments
/// Domain:    0 < sigma, 1 <= t <= 10^15, 0 <= n <= 10^5; otherwise throws InputError
/// Source:    as ratio_moments
/// Cost:      O(n) ball operations for each order beyond the largest one before; nothing if the budget ends first
[[nodiscard]] std::optional<Ball> gaussian_ratio_moment(const Number& sigma, slong t, slong n, slong bits,
                                                        const Budget& budget);

/// E_Q[f^alpha] for the one order alpha = n, as the sum over the integer partitions of alpha into at most t parts:
/// t^-alpha sum_P [alpha! / prod p!] [t! / ((t - |P|)! prod c_j!)] prod M_p, c_j the multiplicities of P.
///
/// Kind:      exact for rational moments, encloses for balls
/// Domain:    as ratio_moments
/// Source:    [FS25] Theorem 4.8 of the later version (Theorem 4.6 of the first one, with its coefficient corrected)
/// Cost:      p(alpha) partitions, about three ball operations each; nothing if the budget ends first
/// Example:   ratio_moment_by_partitions({1, 1, Rational("5/3")}, 2).to_string()
///            -> 4/3
[[nodiscard]] Rational ratio_moment_by_partitions(const std::vector<Rational>& moments, slong t);
[[nodiscard]] std::optional<Ball> ratio_moment_by_partitions(const std::vector<Ball>& moments, slong t,
                                                             const Budget& budget);

/// D_2, ..., D_n (A_{t,1} || Q^t), D_alpha = ln(E_Q f^alpha) / (alpha - 1), for Gaussian noise.
///
/// Kind:      encloses
/// Shape:     n - 1 values, the first of order 2
/// Units:     nats; remove
/// Domain:    0 < sigma, 1 <= steps <= 10^15, 2 <= n <= 10^5; otherwise throws InputError
/// Source:    [FS25] Corollary 4.10 of the later version
/// Cost:      as ratio_moments
[[nodiscard]] std::optional<std::vector<Ball>> renyi_remove_orders(const Number& sigma, slong steps, slong n,
                                                                   slong bits, const Budget& budget = {});

}  // namespace hallmark::allocation
