#include "hallmark/registry.hpp"

#include "bounds/search.hpp"

namespace hallmark {
namespace {

std::vector<std::string> words(std::string_view text) {
  std::vector<std::string> all;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (end > 0) all.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return all;
}

}  // namespace

std::vector<Quantity> quantities() {
  std::vector<Quantity> all;
  for (const Entry& e : registry()) {
    std::vector<QuantityParameter> parameters;
    for (const Parameter& p : e.parameters) {
      parameters.push_back({std::string(p.name), describe(p), std::string(p.default_text)});
    }
    all.push_back({.id = std::string(e.id),
                   .summary = std::string(e.summary),
                   .bounds = e.bounds,
                   .kind = e.kind,
                   .status = e.status,
                   .theorem = std::string(e.theorem),
                   .adjacency = e.adjacency,
                   .parameters = std::move(parameters),
                   .routes = words(e.routes),
                   .cost = std::string(e.cost)});
  }
  return all;
}

std::string quantity_id(std::string_view name) { return std::string(entry(name).id); }

SearchResult search(std::string_view question) {
  const Findings found = search_registry(question);
  SearchResult result{{}, found.near, found.remark};
  for (const Entry* e : found.entries) result.ids.emplace_back(e->id);
  return result;
}

}  // namespace hallmark
