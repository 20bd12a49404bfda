#include "hallmark/grid.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "bounds/registry.hpp"
#include "exact/bracket.hpp"
#include "exact/error.hpp"
#include "exact/number.hpp"

namespace hallmark {
namespace {

// How a quantity moves when one parameter grows and the others stay.
struct Monotonicity {
  bool grows;              // in the wide sense; otherwise it falls
  std::string_view proof;  // in a few words
};

struct Monotone {
  std::string_view family;
  std::string_view parameter;
  bool grows;
  std::string_view proof;
};

constexpr std::string_view more_noise = "noise added to the output is a post-processing";
constexpr std::string_view fewer_rounds = "leaving out the output of a round is a post-processing";
constexpr std::string_view smaller_rate =
    "the best events of a step are half-lines, likelier at a larger rate with the record and no likelier without; steps compose";

// Of the families' own pairs, hence of their delta and their epsilon; whatever the adjacency and the group: the ratio
// of a step's laws is monotone in its output for each of these pairs.
constexpr std::array monotone_rows{
    Monotone{"gaussian", "sigma", false, more_noise},         Monotone{"gaussian", "rounds", true, fewer_rounds},
    Monotone{"poisson-gaussian", "sigma", false, more_noise}, Monotone{"poisson-gaussian", "steps", true, fewer_rounds},
    Monotone{"poisson-gaussian", "rate", true, smaller_rate}, Monotone{"allocation", "sigma", false, more_noise},
    Monotone{"allocation", "epochs", true, fewer_rounds},     Monotone{"clones", "rounds", true, fewer_rounds},
};

// Where one is proved for the number that the entry encloses; nothing for what the table above does not state. Every
// divergence falls in eps, and a post-processing makes it no larger.
std::optional<Monotonicity> monotonicity(const Entry& entry, std::string_view parameter) {
  // Only exact numbers of a pair or mechanism: what a formula or a bracket does between two settings is another matter.
  if (entry.kind != Kind::exact) return std::nullopt;
  const auto dot = entry.id.find('.');
  const std::string_view family = entry.id.substr(0, dot);
  const std::string_view ending = entry.id.substr(dot);
  if (ending == ".delta" && parameter == "eps") return Monotonicity{false, "a hockey-stick divergence falls in eps"};
  if (ending == ".epsilon" && parameter == "delta") {
    return Monotonicity{false, "the least eps of a falling profile falls in delta"};
  }
  if (ending != ".delta" && ending != ".epsilon") return std::nullopt;
  const auto row = std::find_if(monotone_rows.begin(), monotone_rows.end(),
                                [&](const Monotone& r) { return r.family == family && r.parameter == parameter; });
  if (row == monotone_rows.end()) return std::nullopt;
  return Monotonicity{row->grows, row->proof};
}

// The places of the grid values on both sides of a value, or its own place twice.
struct Neighbours {
  std::size_t below;
  std::size_t above;
};

// Whether a <= b is proved.
bool no_more_than(const Number& a, const Number& b) {
  if (a == b) return true;
  constexpr slong bits = 256;
  return less_equal(a.ball(bits), b.ball(bits)) == Truth::yes;
}

using Written = std::optional<std::string>;  // a value as the quantity writes it; nothing where it leaves it out

Written written(const ParameterTexts& canonical, const std::string& name) {
  const auto at = canonical.find(name);
  return at == canonical.end() ? Written() : Written(at->second);
}

// Values that the quantity leaves out are no neighbours.
std::optional<Neighbours> neighbours(const std::vector<Written>& values, const std::string& text) {
  const Number x(text);
  std::optional<std::size_t> below;
  std::optional<std::size_t> above;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (!values[i]) continue;
    const Number value(*values[i]);
    if (no_more_than(value, x) && (!below || no_more_than(Number(*values[*below]), value))) below = i;
    if (no_more_than(x, value) && (!above || no_more_than(value, Number(*values[*above])))) above = i;
  }
  if (!below || !above) return std::nullopt;
  return Neighbours{*below, *above};
}

// The parameters of the grid's first cell.
ParameterTexts first_cell(const Grid& grid) {
  ParameterTexts first;
  for (const auto& [name, values] : grid) {
    if (values.empty()) throw InputError("place_in_grid", name, "no value", "at least one");
    if (!first.emplace(name, values.front()).second) throw InputError("place_in_grid", "name", name, "each name once");
  }
  return first;
}

// Whether the parameters that are no names of the grid are the same in both.
bool same_elsewhere(const ParameterTexts& names, const ParameterTexts& one, const ParameterTexts& other) {
  const auto within = [&](const ParameterTexts& a, const ParameterTexts& b) {
    return std::all_of(a.begin(), a.end(), [&](const auto& pair) {
      return names.contains(pair.first) || written(b, pair.first) == pair.second;
    });
  };
  return within(one, other) && within(other, one);
}

}  // namespace

std::optional<GridPlace> place_in_grid(std::string_view quantity, const Grid& grid, const ParameterTexts& parameters) {
  const Entry& asked = entry(quantity);
  const ParameterTexts canonical = asked.arguments(parameters).canonical();
  const ParameterTexts first = first_cell(grid);
  if (!same_elsewhere(first, canonical, asked.arguments(first).canonical())) return std::nullopt;
  GridPlace found;
  for (const auto& [name, values] : grid) {
    const Written text = written(canonical, name);
    std::vector<Written> all;
    for (const std::string& value : values) {
      ParameterTexts texts = first;
      texts[name] = value;
      all.push_back(written(asked.arguments(texts).canonical(), name));
    }
    if (const auto direct = std::find(all.begin(), all.end(), text); direct != all.end()) {
      found.least.push_back(static_cast<std::size_t>(direct - all.begin()));
      found.greatest.push_back(found.least.back());
      continue;
    }
    const auto monotone = monotonicity(asked, name);
    if (!monotone || !text) return std::nullopt;
    const auto around = neighbours(all, *text);
    if (!around) return std::nullopt;
    found.least.push_back(monotone->grows ? around->below : around->above);
    found.greatest.push_back(monotone->grows ? around->above : around->below);
    found.because.push_back(
        fmt::format("{} {} in {}: {}", asked.id, monotone->grows ? "grows" : "falls", name, monotone->proof));
  }
  return found;
}

}  // namespace hallmark
