#pragma once

#include "basic/outcomes.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

/// delta(eps) of `rounds` rounds of outcomes whose log ratios stand at equal distances, in order.
/// Kind:     encloses, inside [0, 1]
/// Rigor:    PROOFS.md section 14.7
/// Cost:     log2(rounds) products of polynomials, an exponential and a product a point
[[nodiscard]] Interval lattice_delta(const Outcomes& one, Count rounds, const Number& eps);

/// One round of Laplace noise or of bounded range: m = scale (atom (d_r + d_-r) + density Lebesgue(-r, r)).
struct Spline {
  Interval reach, scale, atom, density;
};

/// delta(eps) of `rounds` of them; `make` gives the pair at a precision.
/// Kind:     encloses, inside [0, 1]
/// Domain:   eps >= 0
/// Rigor:    PROOFS.md section 14.6
/// Cost:     rounds^2 products
[[nodiscard]] Interval spline_delta(const std::function<Spline(Count)>& make, Count rounds, const Number& eps,
                                    const Effort& effort);

/// The supremum of H_w over `rounds` adaptive rounds of pairs whose log ratios lie in an interval of length eps0, w = e^eps,
/// by its recursion on the points e^(k eps0/cells).
/// Kind:     upper or lower bound, as the side says
/// Domain:   eps >= 0, 1 <= rounds, 1 <= cells
/// Rigor:    PROOFS.md section 14.6
/// Cost:     rounds^2 cells^2 products
[[nodiscard]] Interval range_game(const Number& eps0, Count rounds, const Number& eps, Count cells, Side side,
                                  Count precision);

}  // namespace hallmark::check
