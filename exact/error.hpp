// The two loud channels: the caller's mistake (InputError) and a broken invariant (require).
#pragma once

#include <source_location>
#include <string>
#include <string_view>

#include "hallmark/error.hpp"

namespace hallmark {

/// `text` cut to a length fit for a message, with its full length named; bytes that are not printable ASCII escaped.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t limit = 60);

/// Ends the program with file and line unless `invariant` holds. On in every build.
void require(bool invariant, std::string_view what, std::source_location at = std::source_location::current());

}  // namespace hallmark
