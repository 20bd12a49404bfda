// JSON from strangers: duplicate keys, deep nesting, wrong encodings and absurd sizes are refused with line and column.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace hallmark::cli {

struct JsonLimits {
  std::size_t depth = 32;
  std::size_t values = 2'000'000;         // keys, elements and scalars together: bounds the memory
  std::size_t string_length = 1'100'000;  // a number of the grammar fits
  bool numbers_as_text = false;           // strings in their place, as they are written: exact
};

/// "path:line:column: " of the byte at `offset`.
[[nodiscard]] std::string place(std::string_view path, std::string_view text, std::size_t offset);

/// The value in `text`; `path` names it in messages.
/// Domain:    UTF-8 JSON within the limits; otherwise throws InputError "path:line:column: expected X, found Y"
[[nodiscard]] nlohmann::ordered_json parse_json(std::string_view path, std::string_view text,
                                                const JsonLimits& limits = {});

}  // namespace hallmark::cli
