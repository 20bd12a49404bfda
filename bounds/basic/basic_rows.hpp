// The rows of the registry for the basic mechanisms.
#pragma once

#include <vector>

#include "bounds/registry.hpp"

namespace hallmark {

[[nodiscard]] std::vector<Entry> basic_rows();

}  // namespace hallmark
