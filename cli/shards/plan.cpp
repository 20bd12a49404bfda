#include "cli/shards/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "bounds/certificate.hpp"
#include "cli/io/json_value.hpp"
#include "cli/sweep/questions.hpp"
#include "exact/error.hpp"
#include "exact/number.hpp"

namespace hallmark::cli::shards {
namespace {

constexpr std::size_t longest_value = 4096;
constexpr std::size_t most_values = Questions::most;  // of one parameter
constexpr std::uint64_t most_cells = 1'000'000'000'000;
constexpr std::size_t most_blocks = 1000;
constexpr std::size_t most_parameters = 32;
constexpr long least_work = 100;
constexpr long most_work = 1'000'000'000'000;

// The numbers of "first:last:step", or the text itself.
std::vector<std::string> expanded(const JsonValue& value) {
  const std::string& text = value.text(longest_value);
  if (text.find(':') == std::string::npos) return {text};
  try {
    return range_values(text);
  } catch (const InputError& error) {
    value.complain(error.what());
  }
}

struct Listed {
  std::string text;
  JsonValue place;
};

// All values of a parameter, each with its place in the file.
std::vector<Listed> read_values(const JsonValue& list) {
  std::vector<Listed> all;
  const auto add = [&](const JsonValue& value) {
    for (std::string& text : expanded(value)) all.push_back({std::move(text), value});
    if (all.size() > most_values) list.refuse(fmt::format("at most {} values", most_values));
  };
  if (list.json().is_array()) {
    list.each_element(1, most_values, add);
  } else {
    add(list);
  }
  return all;
}

// Every value is checked in the company of the first value of every other parameter.
Block read_block(const JsonValue& json) {
  json.members({"quantity", "grid"});
  const JsonValue id = json.at("quantity");
  Block block{.entry = find_entry(id.text(quantity_name)), .names = {}, .values = {}};
  if (block.entry == nullptr) id.refuse("the id of a quantity, as hallmark list prints it");
  std::vector<std::vector<Listed>> lists;
  json.at("grid").each_member(parameter_name, most_parameters, [&](const std::string& name, const JsonValue& list) {
    block.names.push_back(name);
    lists.push_back(read_values(list));
  });
  ParameterTexts first;
  for (std::size_t i = 0; i < lists.size(); ++i) first[block.names[i]] = lists[i][0].text;
  const auto canonical = [&](const ParameterTexts& texts, const JsonValue& place) {
    try {
      return block.entry->arguments(texts).canonical();
    } catch (const InputError& error) {
      place.complain(error.what());
    }
  };
  (void)canonical(first, json.at("grid"));
  for (std::size_t i = 0; i < lists.size(); ++i) {
    std::set<std::string> seen;
    std::vector<std::string>& values = block.values.emplace_back();
    for (const Listed& listed : lists[i]) {
      ParameterTexts texts = first;
      texts[block.names[i]] = listed.text;
      const auto all = canonical(texts, listed.place);
      const auto known = all.find(block.names[i]);  // an adjacency may be no part of the canonical text
      values.push_back(known == all.end() ? listed.text : known->second);
      if (!seen.insert(values.back()).second) listed.place.refuse("each value once");
    }
    if (values.size() > most_cells / block.cells) json.refuse(fmt::format("at most {} cells", most_cells));
    block.cells *= values.size();
  }
  return block;
}

void read_certificates(const JsonValue& json, Plan& plan) {
  constexpr long most_sample = 1'000'000;
  if (json.json().is_object()) {
    json.members({"sample"});
    plan.certificates = Certificates::sample;
    plan.sample = json.at("sample").integer(1, most_sample);
  } else {
    plan.certificates = json.one_of({"none", "all"}) == "all" ? Certificates::all : Certificates::none;
  }
}

std::string canonical_text(const Plan& plan) {
  nlohmann::ordered_json json;
  json["schema"] = "hallmark-sweep-v1";
  json["digits"] = plan.digits;
  json["work"] = plan.work;
  json["blocks"] = nlohmann::ordered_json::array();
  for (const Block& block : plan.blocks) {
    nlohmann::ordered_json grid = nlohmann::ordered_json::object();
    for (std::size_t i = 0; i < block.names.size(); ++i) grid[block.names[i]] = block.values[i];
    json["blocks"].push_back({{"quantity", block.entry->id}, {"grid", std::move(grid)}});
  }
  return json.dump();
}

}  // namespace

Plan parse_plan(std::string_view path, std::string_view text) {
  constexpr long most_digits = 1000;
  constexpr std::size_t longest_name = 64;
  const JsonFile file(path, text);
  const JsonValue root = file.top("hallmark-sweep-v1");
  root.members({"schema", "blocks"}, {"name", "digits", "work", "certificates"});
  Plan plan;
  if (root.has("name")) plan.name = root.at("name").text(longest_name);
  if (root.has("digits")) plan.digits = root.at("digits").integer(1, most_digits);
  if (root.has("work")) plan.work = root.at("work").integer(least_work, most_work);
  if (root.has("certificates")) read_certificates(root.at("certificates"), plan);
  root.at("blocks").each_element(1, most_blocks, [&](const JsonValue& json) {
    Block block = read_block(json);
    block.first = plan.cells;
    if (block.cells > most_cells - plan.cells) json.refuse(fmt::format("at most {} cells", most_cells));
    plan.cells += block.cells;
    plan.blocks.push_back(std::move(block));
  });
  plan.text = canonical_text(plan);
  plan.hash = sha256(plan.text);
  return plan;
}

const Block& Plan::block(std::uint64_t cell) const {
  require(cell < cells, "a cell of the plan");
  const auto after = std::upper_bound(blocks.begin(), blocks.end(), cell,
                                      [](std::uint64_t number, const Block& block) { return number < block.first; });
  return *std::prev(after);
}

ParameterTexts parameters(const Block& block, std::uint64_t cell) {
  std::uint64_t rest = cell - block.first;
  ParameterTexts texts;
  for (std::size_t i = block.names.size(); i-- > 0;) {
    texts[block.names[i]] = block.values[i][rest % block.values[i].size()];
    rest /= block.values[i].size();
  }
  return texts;
}

std::uint64_t cell_at(const Block& block, const std::vector<std::size_t>& places) {
  std::uint64_t number = 0;
  for (std::size_t i = 0; i < places.size(); ++i) number = number * block.values[i].size() + places[i];
  return block.first + number;
}

}  // namespace hallmark::cli::shards
