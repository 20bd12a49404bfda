// Parameters that are tables may stand in files.
#pragma once

#include <string>
#include <vector>

#include "bounds/registry.hpp"

namespace hallmark::cli {

/// The texts name=value with every table that names a file replaced by what the file says. A text of digits and the
/// signs of numbers alone is a table itself; lines that begin with # are comments.
/// Domain:    throws InputError where a file cannot be read or is larger than 10^8 bytes
[[nodiscard]] std::vector<std::string> with_files(const Entry& entry, std::vector<std::string> texts);

/// The parameters whose commas are their own: lists, tables and words.
[[nodiscard]] std::vector<std::string> whole_parameters(const Entry& entry);

}  // namespace hallmark::cli
