// JSON Schema: the repository's own schemas, built into the program.
#pragma once

#include <nlohmann/json.hpp>
#include <string_view>
#include <vector>

namespace hallmark::cli {

/// The texts of data/schema/vectors-v1.schema.json and errata-v1.schema.json.
[[nodiscard]] std::string_view vectors_schema_text();
[[nodiscard]] std::string_view errata_schema_text();

/// Parsed once. `name` is the value of the property `schema` that they ask for.
struct Schema {
  std::string_view name;
  nlohmann::json json;
};
[[nodiscard]] const Schema& vectors_schema();
[[nodiscard]] const Schema& errata_schema();

/// What in `root` is not as the schema has it: "<json path>: <what>". Strings too long for a pattern are refused before
/// any pattern is matched.
[[nodiscard]] std::vector<std::string> schema_errors(const nlohmann::ordered_json& root, const Schema& schema);

/// Throws InputError with the first of them; a schema of another version is refused by its name.
void require_schema(std::string_view path, const nlohmann::ordered_json& root, const Schema& schema);

/// Throws InputError unless root.schema is `schema.name`.
void require_version(std::string_view path, const nlohmann::ordered_json& root, const Schema& schema);

}  // namespace hallmark::cli
