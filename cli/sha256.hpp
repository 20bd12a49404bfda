// SHA-256 of a text.
#pragma once

#include <string>
#include <string_view>

namespace hallmark::cli {

/// 64 lowercase hexadecimal digits.
[[nodiscard]] std::string sha256(std::string_view text);

}  // namespace hallmark::cli
