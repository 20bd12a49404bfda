// An entry of the registry as JSON: list, show and search print the same object.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cli/io/output.hpp"

namespace hallmark::cli {

[[nodiscard]] Json entry_json(const Entry& entry);

}  // namespace hallmark::cli
