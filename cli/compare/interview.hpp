// Asking an accountant under test for every vector: a failure costs its own row and no other.
#pragma once

#include <optional>

#include "cli/compare/accountant.hpp"
#include "cli/compare/report.hpp"

namespace hallmark::cli {

/// One request: {"id", "quantity", "kind", "parameters"} on one line.
[[nodiscard]] std::string request_line(const Golden& golden);

/// The rows of every vector; nothing after Ctrl-C.
/// Domain:    throws InputError if the command cannot be run
[[nodiscard]] std::optional<std::vector<ComparedRow>> interview(const std::vector<Golden>& vectors,
                                                                const std::string& command,
                                                                const AccountantLimits& limits,
                                                                std::optional<Side> default_side,
                                                                const std::optional<Rational>& slack);

}  // namespace hallmark::cli
