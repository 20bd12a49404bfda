#include "cli/vectors/schema.hpp"

#include <fmt/format.h>

#include <valijson/adapters/nlohmann_json_adapter.hpp>
#include <valijson/schema.hpp>
#include <valijson/schema_parser.hpp>
#include <valijson/validation_results.hpp>
#include <valijson/validator.hpp>

#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t longest_string = 4096;
constexpr std::size_t longest_message = 300;

// The JSON paths of strings that are too long.
void long_strings(const nlohmann::ordered_json& value, const std::string& path, std::vector<std::string>& found) {
  if (value.is_string() && value.get_ref<const std::string&>().size() > longest_string) {
    found.push_back(fmt::format("{}: must have at most {} characters", path, longest_string));
  }
  if (value.is_object()) {
    for (const auto& [key, member] : value.items()) {
      if (key.size() > longest_string) found.push_back(fmt::format("{}: has a name that is too long", path));
      long_strings(member, path + "/" + shortened(key), found);
    }
  }
  if (value.is_array()) {
    std::size_t index = 0;
    for (const auto& element : value) long_strings(element, fmt::format("{}/{}", path, index++), found);
  }
}

std::string json_path(const std::vector<std::string>& context) {
  std::string path;
  for (std::string part : context) {  // "<root>", "[name]"
    if (part == "<root>") continue;
    if (part.size() >= 2 && part.front() == '[') part = part.substr(1, part.size() - 2);
    path += "/" + part;
  }
  return path.empty() ? "/" : path;
}

}  // namespace

const Schema& vectors_schema() {
  static const Schema schema{"hallmark-vectors-v1", nlohmann::json::parse(vectors_schema_text())};
  return schema;
}

const Schema& errata_schema() {
  static const Schema schema{"hallmark-errata-v1", nlohmann::json::parse(errata_schema_text())};
  return schema;
}

std::vector<std::string> schema_errors(const nlohmann::ordered_json& root, const Schema& schema) {
  std::vector<std::string> errors;
  long_strings(root, "", errors);
  if (!errors.empty()) return errors;
  const nlohmann::json plain = root;
  valijson::Schema rules;
  valijson::SchemaParser parser(valijson::SchemaParser::kDraft7);
  const valijson::adapters::NlohmannJsonAdapter rules_text(schema.json);
  parser.populateSchema(rules_text, rules);
  valijson::Validator validator;
  valijson::ValidationResults results;
  const valijson::adapters::NlohmannJsonAdapter target(plain);
  if (validator.validate(rules, target, &results)) return errors;
  valijson::ValidationResults::Error error;
  while (results.popError(error)) {
    errors.push_back(fmt::format("{}: {}", json_path(error.context), error.description.substr(0, longest_message)));
  }
  if (errors.empty()) errors.push_back("/: not as the schema has it");
  return errors;
}

void require_version(std::string_view path, const nlohmann::ordered_json& root, const Schema& schema) {
  if (!root.is_object() || !root.contains("schema") || !root["schema"].is_string()) {
    throw InputError(fmt::format("{}: /schema: expected \"{}\"", path, schema.name));
  }
  const std::string name = root["schema"];
  if (name == schema.name) return;
  const auto family = schema.name.substr(0, schema.name.size() - 1);  // without the number
  if (name.starts_with(family)) {
    throw InputError(fmt::format("{}: /schema: \"{}\" is of another version: this program reads {}", path,
                                 shortened(name), schema.name));
  }
  throw InputError(fmt::format("{}: /schema: expected \"{}\", found \"{}\"", path, schema.name, shortened(name)));
}

void require_schema(std::string_view path, const nlohmann::ordered_json& root, const Schema& schema) {
  require_version(path, root, schema);
  const auto errors = schema_errors(root, schema);
  if (!errors.empty()) throw InputError(fmt::format("{}: {}", path, errors.front()));
}

}  // namespace hallmark::cli
