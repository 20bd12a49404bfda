// A claim as people write it: "dp-sgd epsilon(sigma=1.1, rate=1%, steps=100, delta=1e-5) <= 2.4".
#include <fmt/format.h>
#include <cstdint>

#include <algorithm>
#include <optional>

#include "exact/error.hpp"
#include "hallmark/claim.hpp"

namespace hallmark {
namespace {

[[noreturn]] void refuse(std::string_view text, std::size_t at, std::string_view expected) {
  throw InputError(fmt::format("statement \"{}\": column {}: expected {}", shortened(text), at + 1, expected));
}

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t\n");
  return first == std::string_view::npos ? "" : text.substr(first, text.find_last_not_of(" \t\n") + 1 - first);
}

// Where the parenthesis at `open` closes.
std::size_t closing(std::string_view text, std::size_t open) {
  std::int64_t depth = 0;
  for (std::size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(') ++depth;
    if (text[at] == ')' && --depth == 0) return at;
  }
  refuse(text, text.size(), "\")\"");
}

// The parts between commas that stand in no parentheses. What has no name, as in table=1,0;0,1, belongs to the part before.
std::vector<std::string> named_parts(std::string_view text) {
  std::vector<std::string> parts;
  std::int64_t depth = 0;
  std::size_t first = 0;
  for (std::size_t at = 0; at <= text.size(); ++at) {
    if (at < text.size() && text[at] == '(') ++depth;
    if (at < text.size() && text[at] == ')') --depth;
    if (at < text.size() && (text[at] != ',' || depth != 0)) continue;
    const std::string part(trimmed(text.substr(first, at - first)));
    const bool named = part.find('=') < part.find('(');
    if (named || parts.empty()) {
      parts.push_back(part);
    } else {
      parts.back() += "," + part;
    }
    first = at + 1;
  }
  return parts;
}

// A quantity with its parameters at the beginning of a text, and where it ends.
std::pair<TermTexts, std::size_t> read_term(std::string_view whole, std::size_t from) {
  const auto open = whole.find('(', from);
  if (open == std::string_view::npos) refuse(whole, whole.size(), "quantity(name=value, ...)");
  std::string id(trimmed(whole.substr(from, open - from)));
  if (const auto space = id.find(' '); space != std::string::npos) {  // "dp-sgd epsilon"
    const auto next = id.find_first_not_of(' ', space);
    id.replace(space, next - space, ".");
  }
  if (id.empty() || id.find_first_of(" ,=<>~") != std::string::npos) refuse(whole, from, "the id of a quantity");
  const std::size_t close = closing(whole, open);
  TermTexts term{std::move(id), {}};
  const std::string_view inside = trimmed(whole.substr(open + 1, close - open - 1));
  if (inside.empty()) return {std::move(term), close + 1};
  for (const std::string& part : named_parts(inside)) {
    const auto equals = part.find('=');
    if (equals == 0 || equals == std::string::npos) refuse(whole, open + 1, "name=value, ...");
    const std::string name(trimmed(std::string_view(part).substr(0, equals)));
    const std::string value(trimmed(std::string_view(part).substr(equals + 1)));
    if (!term.parameters.emplace(name, value).second) {
      throw InputError(
          fmt::format("statement \"{}\": parameter {}: must be given once", shortened(whole), shortened(name)));
    }
  }
  return {std::move(term), close + 1};
}

// The words between spaces that stand in no parentheses; no spaces around "=".
std::vector<std::string> parameter_words(std::string_view text) {
  std::vector<std::string> words(1);
  std::int64_t depth = 0;
  for (const char c : text) {
    if (c == '(') ++depth;
    if (c == ')') --depth;
    const bool space = depth == 0 && (c == ' ' || c == '\t' || c == '\n');
    if (space && !words.back().empty() && words.back().back() != '=') words.emplace_back();
    if (space) continue;
    if (c == '=' && words.back().empty() && words.size() > 1) words.pop_back();
    words.back() += c;
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// "epsilon <= 2.4 for dp-sgd sigma=1.1 rate=1%" as "dp-sgd.epsilon(sigma=1.1, rate=1%) <= 2.4"; nothing without a "for".
std::optional<std::string> with_parameters_first(std::string_view text) {
  const auto at = text.find(" for ");
  if (at == std::string_view::npos || text.substr(0, at).find('(') != std::string_view::npos) return std::nullopt;
  const std::string_view before = trimmed(text.substr(0, at));
  const auto relation = std::min(before.find_first_of("<>~"), before.find(" in "));
  if (relation == std::string_view::npos) refuse(text, at, "<=, <, >=, >, in or ~ before \"for\"");
  const std::string name(trimmed(before.substr(0, relation)));
  if (name.empty()) refuse(text, 0, "a quantity, as epsilon");
  const std::vector<std::string> words = parameter_words(trimmed(text.substr(at + 4)));
  const std::string first = words.empty() ? "" : words.front();
  const auto open = first.find('(');
  const bool has_mechanism = !first.empty() && (first.find('=') == std::string::npos || open < first.find('='));
  if (!has_mechanism && name.find_first_of(". ") == std::string::npos) {
    refuse(text, at + 5, "a mechanism after \"for\", as in \"for dp-sgd sigma=1.1 rate=1% steps=100 delta=1e-5\"");
  }
  const std::string id = has_mechanism ? first.substr(0, open) + "." + name : name;
  const std::string tail = " " + std::string(before.substr(relation));
  if (has_mechanism && open != std::string::npos && words.size() == 1) return id + first.substr(open) + tail;
  std::string inside;
  for (std::size_t i = has_mechanism ? 1 : 0; i < words.size(); ++i) {
    const std::string word = words[i].back() == ',' ? words[i].substr(0, words[i].size() - 1) : words[i];
    inside += (inside.empty() ? "" : word.find('=') == std::string::npos ? " " : ", ") + word;
  }
  return id + "(" + inside + ")" + tail;
}

}  // namespace

Claim read_statement(std::string_view text) {
  constexpr std::size_t longest = 1'000'000;
  if (text.size() > longest) refuse(text.substr(0, longest), longest, "at most 10^6 characters");
  if (const auto turned = with_parameters_first(text)) return read_statement(*turned);
  auto [left, end] = read_term(text, 0);
  const std::string_view rest = trimmed(text.substr(end));
  std::optional<Relation> relation;
  std::size_t length = 0;
  constexpr std::pair<std::string_view, std::string_view> words[] = {
      {"<=", "<="}, {">=", ">="}, {"in", "in"}, {"<", "<"}, {">", ">"}, {"~", "~"}, {"\u2264", "<="}, {"\u2265", ">="}};
  for (const auto& [word, meant] : words) {
    if (!rest.starts_with(word)) continue;
    relation = read_relation(meant);
    length = word.size();
    break;
  }
  if (!relation && rest.starts_with("=")) refuse(text, end, "~ before a number as printed, [lo, hi] after in, or <=");
  if (!relation) refuse(text, end, "<=, <, >=, >, in or ~");
  Claim claim{.id = "statement", .left = std::move(left), .relation = *relation, .values = {}};
  std::string_view value = trimmed(rest.substr(length));
  if (*relation == Relation::in) {
    const auto comma = value.find(',');
    if (!value.starts_with('[') || !value.ends_with(']') || comma == std::string_view::npos) {
      refuse(text, text.size() - value.size(), "[lo, hi]");
    }
    claim.values = {std::string(trimmed(value.substr(1, comma - 1))),
                    std::string(trimmed(value.substr(comma + 1, value.size() - comma - 2)))};
  } else if (value.find('=') != std::string_view::npos) {
    auto [right, stop] = read_term(value, 0);
    if (!trimmed(value.substr(stop)).empty()) refuse(value, stop, "the end");
    claim.right = std::move(right);
  } else {
    if (value.empty()) refuse(text, text.size(), "a number or another quantity");
    claim.values = {std::string(value)};
  }
  return claim;
}

}  // namespace hallmark
