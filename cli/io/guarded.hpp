// What a verb that ends by an exception says and returns.
#pragma once

#include <functional>

#include "cli/io/exit_status.hpp"

namespace hallmark::cli {

/// The status of the action; a trouble with a file, the time or an input is said and has a status of its own.
[[nodiscard]] ExitStatus guarded(const std::function<ExitStatus()>& action);

}  // namespace hallmark::cli
