#include "bounds/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "bounds/aliases.hpp"
#include "bounds/guide.hpp"
#include "bounds/phases_text.hpp"
#include "bounds/risk/derived.hpp"
#include "bounds/rows.hpp"
#include "bounds/time_limit.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr Planned planned_table[] = {
    {"rr2.epsilon.csuzz19", "[CSUZZ19]; literature-unverified: no edition was at hand to read its constants from"},
    {"shuffle.epsilon.bkmtt20", "[BKMTT20]; literature-unverified: no edition was at hand to read its constants from"},
    {"shuffled-batch.delta.conjecture", "[CGKKMSZ24] Conjecture 3.2"},
};

std::vector<Entry> rows_of_all() {
  std::vector<Entry> t;
  for (std::vector<Entry>& rows : rows_of_families()) {
    std::move(rows.begin(), rows.end(), std::back_inserter(t));
  }
  std::vector<Entry> derived = derived_entries(t);
  std::move(derived.begin(), derived.end(), std::back_inserter(t));
  std::sort(t.begin(), t.end(), [](const Entry& a, const Entry& b) { return a.id < b.id; });
  return t;
}

}  // namespace

bool Entry::directional() const {
  return std::any_of(parameters.begin(), parameters.end(),
                     [](const Parameter& p) { return p.domain == Domain::direction; });
}

Arguments Entry::arguments(const ParameterTexts& texts) const { return Arguments(id, parameters, adjacency, texts); }

std::string Entry::instantiated_axiom(const Arguments& arguments) const {
  require(axiom.has_value(), "an entry with an axiom");
  std::string text(axiom->name);
  for (std::string_view name : axiom->parameters) {
    const auto given = arguments.canonical().find(std::string(name));
    if (given != arguments.canonical().end()) text += fmt::format(" {}={}", name, given->second);
  }
  return text;
}

std::span<const Entry> registry() {
  static const std::vector<Entry> table = rows_of_all();
  return table;
}

const Entry* find_entry(std::string_view id) {
  const auto all = registry();
  const std::string canonical = canonical_id(id);
  const auto at = std::find_if(all.begin(), all.end(), [&](const Entry& e) { return e.id == canonical; });
  return at == all.end() ? nullptr : &*at;
}

Kind kind_of(const Entry& entry, const Arguments& arguments) {
  return arguments.phases() != nullptr && composition::is_upper(*arguments.phases()) ? Kind::upper : entry.kind;
}

const Entry& entry(std::string_view id) {
  if (const Entry* found = find_entry(id)) return *found;
  for (const Planned& p : planned()) {
    if (p.id != id) continue;
    throw InputError(
        fmt::format("quantity {}: not available in this version ({}); `hallmark list` shows what is", id, p.theorem));
  }
  std::vector<std::string_view> ids;
  for (const Entry& e : registry()) ids.push_back(e.id);
  const std::string canonical = canonical_id(id);
  std::string members;
  const std::string family = canonical_id(fmt::format("{}.", id));
  for (const std::string_view each : ids) {
    if (each.starts_with(family) && each.find('.', family.size()) == std::string_view::npos) {
      members += fmt::format("{}{}", members.empty() ? "" : ", ", each);
    }
  }
  if (!members.empty()) {
    throw InputError(fmt::format("quantity {}: a family of quantities: must be one of {}", shortened(id), members));
  }
  for (const std::string_view each : ids) {
    if (symbol_of(each) != id) continue;
    throw InputError(
        fmt::format("quantity {0}: of which mechanism? as in poisson-gaussian.epsilon or {1}; hallmark "
                    "search finds them by other names",
                    id, each));
  }
  const std::string_view nearest = nearest_word(canonical, ids);
  throw InputError(fmt::format("quantity {}: unknown{}; `hallmark list` shows all", shortened(id),
                               nearest.empty() ? "" : fmt::format(", did you mean {}?", nearest)));
}

std::span<const Planned> planned() { return planned_table; }

bool is_planned(std::string_view id) {
  const auto all = planned();
  return std::any_of(all.begin(), all.end(), [&](const Planned& p) { return p.id == id; });
}

namespace {

// A family that asks another one for its answer refuses in its own name.
Answer answer_in_its_name(const Entry& entry, const Arguments& arguments, const Request& request) {
  try {
    return entry.evaluate(arguments, request);
  } catch (const InputError& error) {
    const std::string_view text = error.what();
    const auto end = text.find(": ");
    const std::string_view name = text.substr(0, end);
    const bool is_id = name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789.-") == std::string_view::npos;
    if (end == std::string_view::npos || name == entry.id || !is_id) throw;
    throw InputError(fmt::format("{}{}", entry.id, text.substr(end)));
  }
}

// Whether an answer has the digits that were asked for: the one place that says so. Where none were asked for two are
// enough of a route that gives no more; not of one that the time cut short.
bool has_its_digits(const Answer& a, const Entry& entry, const Arguments& arguments, const Request& request) {
  constexpr slong fewest = 2;
  const bool is_whole = a.reached || !request.budget.is_cut_by_time();
  const slong wanted = request.default_effort && is_whole ? std::min(request.digits, fewest) : request.digits;
  if (has_digits(a.lo, a.hi, wanted)) return true;
  // The ends of a bracket are two numbers, each with its digits; but the trivial ones are none.
  const bool is_trivial = a.lo.sign() == 0 && a.hi >= Rational(1) && entry.id.find(".delta") != std::string_view::npos;
  return kind_of(entry, arguments) == Kind::bracket && a.reached && !is_trivial;
}

}  // namespace

Answer evaluate(const Entry& entry, const Arguments& arguments, const Request& request) {
  if (!request.route.empty()) {
    const std::string padded = fmt::format(" {} ", entry.routes);
    if (padded.find(fmt::format(" {} ", request.route)) == std::string::npos) {
      throw InputError(entry.id, "route", request.route, fmt::format("one of: {}", entry.routes));
    }
  }
  Answer a;
  try {
    a = answer_in_its_name(entry, arguments, request);
  } catch (const InputError& error) {
    if (!request.budget.expired()) throw;
    throw TimeLimitError(fmt::format("undecided: the {} ended first: {}",
                                     request.budget.is_cut_by_time() ? "time limit" : "work that may be done",
                                     error.what()));
  }
  if (a.route.empty())
    a.route = request.route.empty() ? std::string(entry.routes.substr(0, entry.routes.find(' '))) : request.route;
  // A ball around [0, 1] is rounded outward, and a formula beyond 1 says nothing.
  if (entry.id.find(".delta") != std::string_view::npos) {
    a.lo = std::min(a.lo, Rational(1));
    a.hi = std::min(a.hi, Rational(1));
  }
  if (entry.axiom && a.axioms.empty()) a.axioms = {entry.instantiated_axiom(arguments)};
  a.reached = has_its_digits(a, entry, arguments, request);
  if (a.reached) a.shortfall.clear();
  if (!a.reached && a.hi < pow(Rational(10), -max_exponent)) {
    a.shortfall = "below 10^-100000, the smallest number that is written out";
  } else if (!a.reached && a.shortfall.empty()) {
    a.shortfall = request.budget.expired() ? "the budget ended before the digits asked for were proved"
                                           : "the precision limit ended before the digits asked for were proved";
  }
  if (request.exact && !a.exact) {
    throw InputError(
        fmt::format("{}: --exact: must be a quantity with an exactly rational value of under 10^5 digits (eps0 = "
                    "ln(3), eps = ln(2))",
                    entry.id));
  }
  return a;
}

}  // namespace hallmark
