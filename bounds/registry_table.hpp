// The rows behind registry(): only registry.cpp reads them.
#pragma once

#include <span>
#include <vector>

#include "bounds/registry.hpp"

namespace hallmark {

[[nodiscard]] std::vector<Entry> registry_rows();
[[nodiscard]] std::span<const Planned> planned_rows();

}  // namespace hallmark
