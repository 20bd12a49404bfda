#include "cli/entry_json.hpp"

#include <nlohmann/json.hpp>

#include "bounds/certifier.hpp"
#include "bounds/guide.hpp"

namespace hallmark::cli {

Json entry_json(const Entry& e) {
  Json parameters = Json::array();
  for (const Parameter& p : e.parameters) {
    Json one;
    one["name"] = p.name;
    one["domain"] = describe(p);
    if (!p.default_text.empty()) one["default"] = p.default_text;
    parameters.push_back(std::move(one));
  }
  Json j;
  j["id"] = e.id;
  j["summary"] = e.summary;
  j["bounds"] = to_string(e.bounds);
  j["kind"] = to_string(e.kind);
  j["status"] = to_string(e.status);
  j["theorem"] = e.theorem;
  j["adjacency"] = to_string(e.adjacency);
  j["directions"] = e.directional() ? Json{"remove", "add", "both"} : Json{"both"};
  j["parameters"] = std::move(parameters);
  j["routes"] = e.routes;
  j["certificate"] = e.certifier == nullptr ? "-" : e.certifier->methods;
  j["cost"] = e.cost;
  j["formula"] = formula(e);
  j["words"] = synonyms(e.id);
  j["example"] = example(e);
  return j;
}

}  // namespace hallmark::cli
