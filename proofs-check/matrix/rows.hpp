#pragma once

#include <vector>

#include "statement/quantity.hpp"

namespace hallmark::check {

/// matrix-gaussian.* of FORMAT.md section 4.
[[nodiscard]] std::vector<QuantityRow> matrix_rows();

}  // namespace hallmark::check
