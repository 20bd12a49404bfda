#pragma once

#include <vector>

#include "statement/quantity.hpp"

namespace hallmark::check {

/// allocation.* and allocation-rr.* of FORMAT.md section 4.
[[nodiscard]] std::vector<QuantityRow> allocation_rows();

}  // namespace hallmark::check
