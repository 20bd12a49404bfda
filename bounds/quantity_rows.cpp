#include "bounds/quantity_rows.hpp"

#include <algorithm>

#include "bounds/risk/derived.hpp"
#include "bounds/rows.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

// Sets a member to the enumerator of that word; false where its type has none.
template <typename Enum>
bool set(Enum& member, std::string_view word, Enum last) {
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    if (to_string(static_cast<Enum>(i)) != word) continue;
    member = static_cast<Enum>(i);
    return true;
  }
  return false;
}

const QuantityRow& row_of(std::string_view id) {
  const auto all = quantity_rows();
  const auto at = std::find_if(all.begin(), all.end(), [&](const QuantityRow& q) { return q.id == id; });
  require(at != all.end(), "a quantity has a row in quantities.txt");
  return *at;
}

Parameter parameter(std::string_view form) {
  const auto all = parameter_rows();
  const auto at = std::find_if(all.begin(), all.end(), [&](const ParameterRow& p) { return p.form == form; });
  require(at != all.end(), "a parameter has a row in parameters.txt");
  return {form.substr(0, form.find('/')), read_domain(at->domain), at->default_text, at->flag == "quiet", at->words,
          at->flag == "optional"};
}

AxiomUse axiom(std::string_view name) {
  const auto all = axiom_rows();
  const auto at = std::find_if(all.begin(), all.end(), [&](const AxiomRow& a) { return a.name == name; });
  require(at != all.end(), "an axiom has a row in axioms.txt");
  return {name, words_of_text(at->parameters)};
}

}  // namespace

const ParameterRow* find_parameter(std::string_view name) {
  const auto all = parameter_rows();
  const auto at = std::find_if(all.begin(), all.end(),
                               [&](const ParameterRow& p) { return p.form.substr(0, p.form.find('/')) == name; });
  return at == all.end() ? nullptr : &*at;
}

std::vector<Parameter> parameters(std::string_view forms) {
  std::vector<Parameter> all;
  for (const std::string_view form : words_of_text(forms)) all.push_back(parameter(form));
  return all;
}

std::map<std::string_view, std::string_view> exceptional_values(std::string_view id) {
  std::map<std::string_view, std::string_view> values;
  const std::string delta = delta_of(id);
  for (const std::string_view pair : words_of_text(row_of(delta.empty() ? id : delta).example)) {
    values.emplace(pair.substr(0, pair.find('=')), pair.substr(pair.find('=') + 1));
  }
  return values;
}

Entry rows::row(std::string_view id, Evaluate evaluate, const Certifier* certifier) {
  const QuantityRow& q = row_of(id);
  Entry e{.id = q.id,
          .summary = q.summary,
          .theorem = q.theorem,
          .parameters = parameters(q.parameters),
          .cost = q.cost,
          .routes = q.routes,
          .certifier = certifier,
          .evaluate = std::move(evaluate)};
  for (const std::string_view word : words_of_text(q.words)) {
    const bool known = set(e.bounds, word, Bounds::formula) || set(e.kind, word, Kind::bracket) ||
                       set(e.status, word, Status::statistical) || set(e.adjacency, word, Adjacency::substitution);
    if (word == "methods") e.lists_methods = true;
    if (word == "thresholds") e.shares_thresholds = true;
    require(known || e.lists_methods || e.shares_thresholds, "a word of a quantity's row");
  }
  if (!q.inverse.empty()) {
    const auto words = words_of_text(q.inverse);
    e.inverse = InverseOf{words.front() == "none" ? "" : words.front(),
                          words.size() > 1 ? words[1] : "hockey-stick-nonincreasing-in-eps"};
  }
  if (!q.axiom.empty()) e.axiom = axiom(q.axiom);
  return e;
}

}  // namespace hallmark
