// The version of these headers, and that of the library they were linked with.
#pragma once

#include <string_view>

namespace hallmark {

/// The version that a program was compiled against. What may change between two versions stands in docs/api.md.
inline constexpr int version_major = 0;
inline constexpr int version_minor = 1;
inline constexpr int version_patch = 0;

/// "0.1.0", of the library.
[[nodiscard]] std::string_view version();

}  // namespace hallmark
