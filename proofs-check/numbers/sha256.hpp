#pragma once

#include <string>
#include <string_view>

namespace hallmark::check {

/// SHA-256 of the bytes, 64 lowercase hexadecimal digits (FIPS 180-4). Guards against accidents; soundness never rests
/// on it.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace hallmark::check
