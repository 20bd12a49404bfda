#pragma once

#include <functional>

#include "statement/quantity.hpp"

namespace hallmark::check {

/// Where eps stands to the point from which the divergence of a quantity of class A or B is exactly 0; before it the
/// divergence is positive. Empty if it is positive everywhere.
/// Rigor:    PROOFS.md sections 3, 6 and 7: the log ratio of `rounds` rounds reaches rounds times its maximum in one,
///           with positive probability: eps0 for clones.*, rr2.*, shuffle.*; ln(1 + k(1-gamma)/gamma) for krr.*.weak;
///           -ln(1-rate) for poisson-gaussian.* of direction add, not reached.
[[nodiscard]] std::function<Order(const Number& eps)> zero_point(const Quantity& quantity);

}  // namespace hallmark::check
