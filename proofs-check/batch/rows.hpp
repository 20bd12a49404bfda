#pragma once

#include <vector>

#include "statement/quantity.hpp"

namespace hallmark::check {

/// gaussian.*, poisson-gaussian.* and shuffled-batch.* of FORMAT.md section 4.
[[nodiscard]] std::vector<QuantityRow> batch_rows();

}  // namespace hallmark::check
