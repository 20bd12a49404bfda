#include "cli/shards/lookup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "bounds/monotonicity.hpp"
#include "exact/bracket.hpp"
#include "exact/error.hpp"
#include "exact/number.hpp"

namespace hallmark::cli::shards {
namespace {

// The places of the grid values on both sides of a value, or its own place twice.
struct Neighbours {
  std::size_t below;
  std::size_t above;
};

// Whether a <= b is proved.
bool at_most(const Number& a, const Number& b) {
  if (a == b) return true;
  constexpr long bits = 256;
  return less_equal(a.ball(bits), b.ball(bits)) == Truth::yes;
}

std::optional<Neighbours> neighbours(const std::vector<std::string>& values, const std::string& text) {
  if (const auto at = std::find(values.begin(), values.end(), text); at != values.end()) {
    const auto place = static_cast<std::size_t>(at - values.begin());
    return Neighbours{place, place};
  }
  const Number x(text);
  std::optional<std::size_t> below;
  std::optional<std::size_t> above;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const Number value(values[i]);
    if (at_most(value, x) && (!below || at_most(Number(values[*below]), value))) below = i;
    if (at_most(x, value) && (!above || at_most(value, Number(values[*above])))) above = i;
  }
  if (!below || !above) return std::nullopt;
  return Neighbours{*below, *above};
}

std::optional<Found> in_block(const Table& table, const Block& block,
                              const std::map<std::string, std::string>& canonical) {
  std::vector<std::size_t> least;     // where the quantity is smallest
  std::vector<std::size_t> greatest;  // where it is largest
  Found found;
  for (std::size_t i = 0; i < block.names.size(); ++i) {
    const std::string& text = canonical.at(block.names[i]);
    const auto direct = std::find(block.values[i].begin(), block.values[i].end(), text);
    const auto monotone = monotonicity(*block.entry, block.names[i]);
    if (direct == block.values[i].end() && !monotone) return std::nullopt;
    const auto around = neighbours(block.values[i], text);
    if (!around) return std::nullopt;
    const bool grows = !monotone || monotone->grows;
    least.push_back(grows ? around->below : around->above);
    greatest.push_back(grows ? around->above : around->below);
    if (around->below != around->above) {
      found.because.push_back(
          fmt::format("{} {} in {}: {}", block.entry->id, grows ? "grows" : "falls", block.names[i], monotone->proof));
    }
  }
  const auto end = [&](const std::vector<std::size_t>& places, const char* name) -> std::optional<std::string> {
    const std::uint64_t cell = cell_at(block, places);
    const auto row = nlohmann::json::parse(table.row(cell));
    if (row.contains("undecided") || !row.contains(name)) return std::nullopt;
    if (found.cells.empty() || found.cells.back() != cell) found.cells.push_back(cell);
    for (const auto& axiom : row["axioms"]) {
      const auto text = axiom.get<std::string>();
      if (std::find(found.axioms.begin(), found.axioms.end(), text) == found.axioms.end()) found.axioms.push_back(text);
    }
    return row[name].get<std::string>();
  };
  const auto lo = end(least, "lo");
  const auto hi = end(greatest, "hi");
  if (!lo || !hi) return std::nullopt;
  found.lo = *lo;
  found.hi = *hi;
  return found;
}

}  // namespace

std::optional<Found> lookup(const Table& table, std::string_view id, const ParameterTexts& texts) {
  const Entry& asked = entry(id);
  const auto canonical = asked.arguments(texts).canonical();
  bool known = false;
  for (const Block& block : table.plan().blocks) {
    if (block.entry->id != asked.id) continue;
    known = true;
    // The parameters that the grid leaves at their defaults must be at their defaults here.
    const auto of_grid = block.entry->arguments(parameters(block, block.first)).canonical();
    const bool same = std::all_of(canonical.begin(), canonical.end(), [&](const auto& pair) {
      const bool varies = std::find(block.names.begin(), block.names.end(), pair.first) != block.names.end();
      const auto fixed = of_grid.find(pair.first);
      return varies || (fixed != of_grid.end() && fixed->second == pair.second);
    });
    if (!same || canonical.size() != of_grid.size()) continue;
    if (auto found = in_block(table, block, canonical)) return found;
  }
  if (!known) throw InputError("lookup", "id", id, "a quantity of the table");
  return std::nullopt;
}

}  // namespace hallmark::cli::shards
