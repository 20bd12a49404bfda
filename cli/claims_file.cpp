#include "cli/claims_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <initializer_list>
#include <set>

#include "cli/io/strict_json.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

using Json = nlohmann::ordered_json;

// A JSON value with the path that leads to it, for messages.
struct Node {
  const Json& value;
  std::string where;

  [[noreturn]] void refuse(const std::string& expected) const {
    throw InputError(fmt::format("{}: expected {}, found {}", where, expected, shortened(value.dump())));
  }
  [[nodiscard]] Node at(const char* key) const {
    if (!value.is_object()) refuse("an object");
    if (!value.contains(key)) throw InputError(fmt::format("{}: expected the key \"{}\"", where, key));
    return {value.at(key), fmt::format("{}.{}", where, key)};
  }
  [[nodiscard]] bool has(const char* key) const { return value.is_object() && value.contains(key); }
  [[nodiscard]] std::string text() const {
    if (!value.is_string()) refuse("a string (numbers too are strings, so that they stay exact)");
    return value.get<std::string>();
  }
  void allow_only(std::initializer_list<std::string_view> keys) const {
    if (!value.is_object()) refuse("an object");
    for (const auto& [key, unused] : value.items()) {
      if (std::find(keys.begin(), keys.end(), key) == keys.end()) {
        throw InputError(fmt::format("{}: unknown key \"{}\": must be one of {}", where, shortened(key),
                                     fmt::join(keys.begin(), keys.end(), ", ")));
      }
    }
  }
};

bool is_file_name(std::string_view id) {
  constexpr std::size_t longest = 64;
  constexpr std::string_view allowed = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.";
  return !id.empty() && id.size() <= longest && id.front() != '.' &&
         id.find_first_not_of(allowed) == std::string_view::npos;
}

TermTexts read_term(const Node& quantity, const Node& parameters) {
  TermTexts term{quantity.text(), {}};
  if (!parameters.value.is_object()) parameters.refuse("an object of parameters");
  for (const auto& [name, value] : parameters.value.items()) {
    term.parameters[name] = Node{value, fmt::format("{}.{}", parameters.where, name)}.text();
  }
  return term;
}

void read_value(const Node& value, Claim& claim) {
  if (claim.relation == Relation::in) {
    if (!value.value.is_array() || value.value.size() != 2) value.refuse("an array of two numbers for the relation in");
    for (std::size_t i = 0; i < 2; ++i) {
      claim.values.push_back(Node{value.value[i], fmt::format("{}[{}]", value.where, i)}.text());
    }
  } else if (value.value.is_object()) {
    value.allow_only({"quantity", "parameters"});
    if (claim.relation == Relation::about) value.refuse("a number for the relation ~");
    claim.right = read_term(value.at("quantity"), value.at("parameters"));
  } else {
    claim.values.push_back(value.text());
  }
}

// Where the claim was published: for people, required all the same.
void check_source(const Node& source) {
  source.allow_only({"paper", "where"});
  (void)source.at("paper").text();
  (void)source.at("where").text();
}

Claim read_claim(const Node& node, std::string id) {
  node.allow_only({"id", "source", "quantity", "parameters", "adjacency", "relation", "value"});
  check_source(node.at("source"));
  const Node relation = node.at("relation");
  const auto known = read_relation(relation.text());
  if (!known) relation.refuse("one of <=, <, >=, >, in, ~");
  Claim claim{.id = std::move(id),
              .left = read_term(node.at("quantity"), node.at("parameters")),
              .relation = *known,
              .values = {}};
  if (node.has("adjacency")) {
    // One more thing that must agree with the quantity's own: checked with its parameters.
    if (claim.left.parameters.count("adjacency") != 0) node.at("adjacency").refuse("the adjacency once");
    claim.left.parameters["adjacency"] = node.at("adjacency").text();
  }
  read_value(node.at("value"), claim);
  return claim;
}

}  // namespace

ClaimsFile parse_claims(std::string_view path, std::string_view text) {
  constexpr std::string_view schema = "hallmark-claims-v1";
  const Json root = parse_json(path, text);
  const Node top{root, std::string(path)};
  top.allow_only({"schema", "claims"});
  if (top.at("schema").text() != schema) top.at("schema").refuse(fmt::format("\"{}\"", schema));
  const Node list = top.at("claims");
  if (!list.value.is_array()) list.refuse("an array of claims");
  ClaimsFile file;
  std::set<std::string> ids;
  for (std::size_t i = 0; i < list.value.size(); ++i) {
    Node node{list.value[i], fmt::format("{}: claims[{}]", path, i)};
    const std::string id = node.at("id").text();
    if (!is_file_name(id)) node.at("id").refuse("1 to 64 letters, digits, '-', '_' or '.', not starting with '.'");
    node.where = fmt::format("{}: claim {}", path, id);
    if (!ids.insert(id).second) throw InputError(fmt::format("{}: expected each id once", node.where));
    if (node.has("kind")) {
      node.allow_only({"id", "source", "kind", "text"});
      check_source(node.at("source"));
      if (node.at("kind").text() != "remark") node.at("kind").refuse("\"remark\"");
      file.remarks.push_back({id, node.at("text").text()});
    } else {
      file.claims.push_back(read_claim(node, id));
    }
  }
  return file;
}

}  // namespace hallmark::cli
