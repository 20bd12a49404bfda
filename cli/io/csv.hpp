// Writing comma-separated values.
#pragma once

#include <string>

namespace hallmark::cli {

/// The field as it is, or in double quotes where it holds a comma, a quote or the end of a line.
[[nodiscard]] std::string csv_field(const std::string& field);

}  // namespace hallmark::cli
