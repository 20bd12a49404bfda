// Catch2 3 by the name and with the words of Catch2 2: found before any other where version 3 is installed.
#pragma once

#include <catch2/catch_all.hpp>
#include <string>

namespace Catch {

inline auto Contains(const std::string& part, CaseSensitive sensitive = CaseSensitive::Yes) {
  return Matchers::ContainsSubstring(part, sensitive);
}
inline auto StartsWith(const std::string& part, CaseSensitive sensitive = CaseSensitive::Yes) {
  return Matchers::StartsWith(part, sensitive);
}

}  // namespace Catch

using Catch::Approx;  // NOLINT(google-global-names-in-headers): as version 2 has it
