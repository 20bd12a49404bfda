// The name of a vector: it depends on what is asked alone, so that it stays when files are written anew.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "bounds/registry.hpp"

namespace hallmark::cli {

/// {"parameters":{"delta":"1/1024","eps0":"1","n":"2","rounds":"1"},"quantity":"clones.epsilon"}: keys sorted, no
/// spaces, every parameter in its canonical text.
[[nodiscard]] std::string canonical_input(std::string_view quantity,
                                          const std::map<std::string, std::string>& canonical);

/// The first 32 hexadecimal digits of the SHA-256 of the canonical input.
[[nodiscard]] std::string vector_id(std::string_view quantity, const std::map<std::string, std::string>& canonical);
[[nodiscard]] std::string vector_id(const Entry& entry, const Arguments& arguments);

}  // namespace hallmark::cli
