#pragma once

#include "statement/quantity.hpp"

namespace hallmark::check {

/// Where eps stands to `rounds` times eps0, times ln(1 + k (1-gamma)/gamma); rounds is 1 where there is none.
[[nodiscard]] Order to_rounds_times_eps0(const Quantity& quantity, const Number& eps);
[[nodiscard]] Order to_weak_zero_point(const Quantity& quantity, const Number& eps);

}  // namespace hallmark::check
