// The reader of vectors files: as strict as data/schema/vectors-v1.schema.json.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>

namespace hallmark::cli {

/// The root object of a vectors file of this version.
/// Domain:    JSON within the limits of parse_json, of the members and forms of the schema; otherwise throws InputError
///            "path:line:column: expected X, found Y"
[[nodiscard]] nlohmann::ordered_json read_vectors(std::string_view path, std::string_view text);

}  // namespace hallmark::cli
