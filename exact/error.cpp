#include "exact/error.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>

namespace hallmark {

std::string shortened(std::string_view text, std::size_t limit) {
  std::string shown;
  for (char c : text.substr(0, limit)) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte >= 0x20 && byte < 0x7f) {
      shown += c;
    } else {
      shown += fmt::format("\\x{:02x}", byte);
    }
  }
  if (text.size() > limit) shown += fmt::format("... ({} characters)", text.size());
  return shown;
}

InputError::InputError(std::string_view where, std::string_view name, std::string_view value,
                       std::string_view condition)
    : std::runtime_error(fmt::format("{}{}{} = {}: must be {}", where, where.empty() ? "" : ": ", name,
                                     shortened(value), condition)) {}

void require(bool invariant, std::string_view what, std::source_location at) {
  if (invariant) return;
  fmt::print(stderr, "{}:{}: broken invariant: {}\n", at.file_name(), at.line(), what);
  std::abort();
}

}  // namespace hallmark
