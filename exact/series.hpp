// Powers of a power series, (sum a_p z^p)^t truncated, by two routes that share nothing.
#pragma once

#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/budget.hpp"
#include "exact/rational.hpp"

namespace hallmark {

/// b_0, ..., b_n of (a_0 + a_1 z + ... + a_n z^n)^t modulo z^(n+1), by J.C.P. Miller's recurrence
/// n a_0 b_n = sum_{j=1..n} (t j - (n - j)) a_j b_{n-j}.
/// Kind:      exact for rationals, encloses for balls
/// Shape:     as many coefficients as a has; the ball version takes t up to 10^15, and keeps the first coefficients where
///            they are `known` from a shorter a
/// Domain:    a_0 != 0, 1 <= t <= 10^15, at most 10^5 coefficients; otherwise throws InputError
/// Rigor:     comparing coefficients in A B' = t A' B for B = A^t. For a >= 0 and n <= t + 1 all terms are >= 0;
///            beyond, signs mix and the balls widen accordingly
/// Source:    J.C.P. Miller's formula
/// Cost:      O(n^2) ball operations for all coefficients together; nothing if the budget ends first
/// Example:   series_power_by_recurrence({1, 1, 1}, 3).back().to_string()
///            -> 6
[[nodiscard]] std::vector<Rational> series_power_by_recurrence(const std::vector<Rational>& a, slong t);
[[nodiscard]] std::optional<std::vector<Ball>> series_power_by_recurrence(const std::vector<Ball>& a, slong t,
                                                                          const Budget& budget,
                                                                          const std::vector<Ball>& known = {});

/// The same coefficients by binary powering of truncated series: for a >= 0 no cancellation whatever t.
/// Kind:      exact for rationals, encloses for balls
/// Shape:     as above
/// Domain:    1 <= t <= 10^15, at most 10^5 coefficients; otherwise throws InputError
/// Source:    repeated squaring
/// Cost:      O(n^2 log t) ball operations; nothing if the budget ends first
/// Example:   series_power_by_squaring({1, 1, 1}, 3).back().to_string()
///            -> 6
[[nodiscard]] std::vector<Rational> series_power_by_squaring(const std::vector<Rational>& a, slong t);
[[nodiscard]] std::optional<std::vector<Ball>> series_power_by_squaring(const std::vector<Ball>& a, slong t,
                                                                        const Budget& budget);

/// The same coefficients in integer units of 2^-bits, rounded down and up: fast, small ones to few digits.
/// Kind:      encloses; absolute errors of about n t 2^-bits where the coefficients add up to at most 1
/// Shape:     as above
/// Domain:    as above; no coefficient is negative
/// Rigor:     products of nonnegative series grow with every coefficient, so both roundings are kept throughout
/// Source:    repeated squaring with FLINT's integer polynomials
/// Cost:      O(n log n log t)
[[nodiscard]] std::optional<std::vector<Ball>> series_power_by_integers(const std::vector<Ball>& a, slong t,
                                                                        const Budget& budget);

}  // namespace hallmark
