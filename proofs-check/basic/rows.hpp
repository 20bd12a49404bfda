#pragma once

#include "statement/quantity.hpp"

namespace hallmark::check {

/// The basic mechanisms, alone and composed.
[[nodiscard]] std::vector<QuantityRow> basic_rows();

}  // namespace hallmark::check
