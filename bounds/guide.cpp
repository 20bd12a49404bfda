#include "bounds/guide.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "bounds/quantity_rows.hpp"

namespace hallmark {
namespace {

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t above = row[j];
      row[j] = std::min({above + 1, row[j - 1] + 1, diagonal + (a[i - 1] == b[j - 1] ? 0 : 1)});
      diagonal = above;
    }
  }
  return row[b.size()];
}

}  // namespace

Family family_of(std::string_view id) {
  const std::string_view stem = id.substr(0, id.find('.'));
  for (const Family& f : families()) {
    if (f.stem == stem) return f;
  }
  return {stem, stem, "", ""};
}

std::string_view symbol_of(std::string_view id) {
  const auto dot = id.find('.');
  const std::string_view rest = dot == std::string_view::npos ? id : id.substr(dot + 1);
  return rest.substr(0, rest.find('.'));
}

std::string words_asked(std::string_view id) {
  std::string all;
  std::string_view rest = id.substr(std::min(id.find('.'), id.size()));
  while (!rest.empty()) {
    rest.remove_prefix(1);
    const std::string_view part = rest.substr(0, rest.find_first_of(".-"));
    rest.remove_prefix(part.size());
    for (const AskedRow& w : asked_rows()) {
      if (w.part == part) all += fmt::format("{}{}", all.empty() ? "" : ", ", w.words);
    }
  }
  return all;
}

std::string synonyms(std::string_view id) {
  const std::string_view of_family = family_of(id).words;
  const std::string asked = words_asked(id);
  return fmt::format("{}{}{}", of_family, of_family.empty() || asked.empty() ? "" : ", ", asked);
}

std::string formula(const Entry& entry) {
  std::string_view defined;
  for (const AskedRow& row : asked_rows()) {
    if (row.part == symbol_of(entry.id)) defined = row.definition;
  }
  const std::string_view law = family_of(entry.id).law;
  return fmt::format("{}{}{}", defined, defined.empty() || law.empty() ? "" : "; ", law);
}

std::string_view meaning_of(std::string_view id, std::string_view parameter) {
  for (const QuantityRow& q : quantity_rows()) {
    if (q.id != id) continue;
    for (const std::string_view form : words_of_text(q.parameters)) {
      if (form.substr(0, form.find('/')) != parameter) continue;
      const auto rows = parameter_rows();
      const auto own = std::find_if(rows.begin(), rows.end(), [&](const ParameterRow& p) { return p.form == form; });
      if (own != rows.end() && !own->meaning.empty()) return own->meaning;
    }
  }
  const ParameterRow* row = find_parameter(parameter);
  return row == nullptr ? "" : row->meaning;
}

std::string example(const Entry& entry) {
  std::string text = fmt::format("hallmark eval {}", entry.id);
  const auto own = exceptional_values(entry.id);
  for (const Parameter& p : entry.parameters) {
    const auto value = own.find(p.name);
    if (value != own.end()) {
      text += fmt::format(" {}={}", p.name, value->second);
    } else if (p.default_text.empty() && (!p.optional || p.domain == Domain::rationals)) {
      text += fmt::format(" {}={}", p.name, find_parameter(p.name)->usual);
    }
  }
  if (entry.id == "composition.delta" || entry.id == "composition.epsilon") {
    text += R"( --compose '[{"mechanism": "gaussian", "parameters": {"sigma": "2"}, "rounds": 4}]')";
  } else if (entry.id.starts_with("parallel.")) {
    text += " disjoint='4*gaussian(sigma=2)|laplace(eps0=1)'";
  } else if (entry.id.starts_with("composition.")) {
    text += " phases='4*gaussian(sigma=2)'";
  }
  return text;
}

std::string_view nearest_word(std::string_view wrong, std::span<const std::string_view> words) {
  constexpr std::size_t longest = 100;
  std::string_view nearest;
  std::size_t best = wrong.size() > longest ? 0 : wrong.size() / 2 + 1;
  for (const std::string_view word : words) {
    if (wrong.size() > longest) break;
    if (const std::size_t d = distance(wrong, word); d < best) {
      best = d;
      nearest = word;
    }
  }
  return nearest;
}

}  // namespace hallmark
