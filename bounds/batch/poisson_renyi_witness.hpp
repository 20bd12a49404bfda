// What a certificate about the least Renyi bound over all real orders suggests to the checker.
#pragma once

#include <optional>

#include "bounds/batch/poisson_renyi.hpp"
#include "bounds/witness.hpp"

namespace hallmark::poisson_renyi {

/// Three orders of the range by which no real order of it proves (eps, delta), because
/// the logarithm of the bound on delta is convex in the order; `near` is one close to the best for the direction.
/// Nothing where none were found.
/// Kind:      a proposal: the checker proves what it needs
/// Domain:    as poisson_renyi::divergence, one direction
/// Cost:      three divergences a try
[[nodiscard]] std::optional<witness::OrderBracket> order_bracket(const Sampling& sampling, Direction direction,
                                                                 renyi::Orders orders, const Rational& near,
                                                                 const Number& eps, const Number& delta,
                                                                 const Budget& budget);

}  // namespace hallmark::poisson_renyi
