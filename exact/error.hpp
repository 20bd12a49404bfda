// The two loud channels: the caller's mistake (InputError) and a broken invariant (require).
#pragma once

#include <source_location>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hallmark {

/// The caller's mistake: "where: name = value: must be condition".
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  InputError(std::string_view where, std::string_view name, std::string_view value, std::string_view condition);
};

/// `text` cut to a length fit for a message, with its full length named; bytes that are not printable ASCII escaped.
[[nodiscard]] std::string shortened(std::string_view text, std::size_t limit = 60);

/// Ends the program with file and line unless `invariant` holds. On in every build.
void require(bool invariant, std::string_view what, std::source_location at = std::source_location::current());

}  // namespace hallmark
