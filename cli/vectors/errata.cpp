#include "cli/vectors/errata.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "cli/io/json_value.hpp"
#include "cli/vectors/vector_file.hpp"

namespace hallmark::cli {
namespace {

using Json = nlohmann::ordered_json;

Json value_of(const Json& test) {
  const Json& out = test.at("out");
  return {{"lo", out.at("lo")}, {"hi", out.at("hi")}, {"exact", out.at("exact")}};
}

void check_value(const JsonValue& value) {
  value.members({"lo", "hi", "exact"});
  (void)value.at("lo").text(decimal_number);
  (void)value.at("hi").text(decimal_number);
  if (!value.at("exact").is_null()) (void)value.at("exact").text(canonical_rational);
}

std::map<std::string, Json> values(const Json& root) {
  std::map<std::string, Json> all;
  for (const Json& group : root.at("testGroups")) {
    for (const Json& test : group.at("tests")) all.emplace(test.at("id"), value_of(test));
  }
  return all;
}

std::string in_words(const Json& value) {
  if (value.is_null()) return "no longer made";
  return fmt::format("now [{}, {}]", value.at("lo").template get<std::string>(),
                     value.at("hi").template get<std::string>());
}

}  // namespace

std::vector<Erratum> read_errata(std::string_view path, std::string_view text) {
  constexpr std::size_t most_errata = 10'000;
  constexpr std::size_t longest_version = 40;
  constexpr std::size_t longest_reason = 2000;
  const JsonFile file(path, text);
  const JsonValue root = file.top(errata_schema_name);
  root.members({"schema", "errata"});
  std::vector<Erratum> all;
  std::set<std::string> seen;
  root.at("errata").each_element(0, most_errata, [&](const JsonValue& e) {
    e.members({"id", "suite", "version", "was", "now", "reason"});
    (void)e.at("suite").text(slug);
    (void)e.at("version").text(longest_version);
    check_value(e.at("was"));
    if (!e.at("now").is_null()) check_value(e.at("now"));
    (void)e.at("reason").text(longest_reason);
    if (!seen.insert(nlohmann::json(e.json()).dump()).second) e.refuse("each entry once", "this one again");
    all.push_back({e.at("id").text(hexadecimal_32), e.at("was").json(), e.at("now").json()});
  });
  return all;
}

std::string empty_errata() {
  Json root;
  root["schema"] = errata_schema_name;
  root["errata"] = Json::array();
  return json_text(root);
}

std::vector<std::string> silent_changes(const Json& before, const Json& after, const std::vector<Erratum>& errata) {
  std::vector<std::string> changes;
  const std::map<std::string, Json> fresh = values(after);
  for (const auto& [id, was] : values(before)) {
    const auto at = fresh.find(id);
    const Json now = at == fresh.end() ? Json(nullptr) : at->second;
    if (now == was) continue;
    const bool recorded = std::any_of(errata.begin(), errata.end(), [&, &id = id, &was = was](const Erratum& e) {
      return e.id == id && e.was == was && e.now == now;
    });
    if (!recorded) {
      changes.push_back(fmt::format("vector {}: published [{}, {}], {}", id, was.at("lo").template get<std::string>(),
                                    was.at("hi").template get<std::string>(), in_words(now)));
    }
  }
  return changes;
}

}  // namespace hallmark::cli
