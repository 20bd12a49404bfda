#include "cli/shards/lookup.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "exact/error.hpp"
#include "hallmark/grid.hpp"

namespace hallmark::cli::shards {
namespace {

std::optional<Found> in_block(const Table& table, const Block& block, const ParameterTexts& texts) {
  Grid grid;
  for (std::size_t i = 0; i < block.names.size(); ++i) grid.emplace_back(block.names[i], block.values[i]);
  const auto place = place_in_grid(block.entry->id, grid, texts);
  if (!place) return std::nullopt;
  Found found;
  found.because = place->because;
  const auto end = [&](const std::vector<std::size_t>& places, const char* name) -> std::optional<std::string> {
    const std::uint64_t cell = cell_at(block, places);
    const auto row = nlohmann::json::parse(table.row(cell));
    if (row.contains("undecided") || !row.contains(name)) return std::nullopt;
    if (found.cells.empty() || found.cells.back() != cell) found.cells.push_back(cell);
    for (const auto& axiom : row["axioms"]) {
      const auto text = axiom.get<std::string>();
      if (std::find(found.axioms.begin(), found.axioms.end(), text) == found.axioms.end()) found.axioms.push_back(text);
    }
    for (const char* word : {"bounds", "kind", "status", "adjacency", "direction"}) {
      found.words[word] = row[word].get<std::string>();
    }
    return row[name].get<std::string>();
  };
  const auto lo = end(place->least, "lo");
  const auto hi = end(place->greatest, "hi");
  if (!lo || !hi) return std::nullopt;
  found.lo = *lo;
  found.hi = *hi;
  return found;
}

}  // namespace

std::optional<Found> lookup(const Table& table, std::string_view id, const ParameterTexts& texts) {
  const Entry& asked = entry(id);
  (void)asked.arguments(texts);  // refuses what no table holds
  bool known = false;
  for (const Block& block : table.plan().blocks) {
    if (block.entry->id != asked.id) continue;
    known = true;
    if (auto found = in_block(table, block, texts)) return found;
  }
  if (!known) throw InputError("lookup", "id", id, "a quantity of the table");
  return std::nullopt;
}

}  // namespace hallmark::cli::shards
