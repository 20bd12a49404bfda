#include "bounds/risk/derived.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>

#include "bounds/quantity_rows.hpp"
#include "bounds/risk/attack.hpp"
#include "bounds/risk/gdp_parameter.hpp"
#include "bounds/risk/noise_for_rate.hpp"
#include "bounds/risk/points_certificate.hpp"
#include "exact/error.hpp"

namespace hallmark {
namespace {

// The texts of rows that no data file has: they live as long as the program.
std::string_view kept(std::string text) {
  static std::deque<std::string> texts;
  return texts.emplace_back(std::move(text));
}

using Derive = Answer (*)(const Entry& delta, const Arguments&, const Request&);

Derive function_of(std::string_view what) {
  constexpr std::pair<std::string_view, Derive> all[] = {{"tpr", risk::tpr},
                                                         {"fpr", risk::fpr},
                                                         {"advantage", risk::advantage},
                                                         {"bayes", risk::bayes},
                                                         {"mu", risk::gdp_parameter_of},
                                                         {"sigma.tpr", risk::noise_for_rate}};
  const auto at = std::find_if(std::begin(all), std::end(all), [&](const auto& pair) { return pair.first == what; });
  require(at != std::end(all), "a row of derived.txt has a function");
  return at->second;
}

// Of a delta that is an upper end of its mechanism's alone nothing follows about a least false positive rate. The mu of
// one pair alone: a class takes minutes. No row is made that a data file has.
bool follows(const DerivedRow& d, const Entry& delta) {
  const auto all = quantity_rows();
  const std::string id = fmt::format("{}.{}", delta.id.substr(0, delta.id.find('.')), d.what);
  if (std::any_of(all.begin(), all.end(), [&](const QuantityRow& q) { return q.id == id; })) return false;
  if (d.what == "sigma.tpr") return risk::has_noise_for_rate(delta);
  if (d.what == "mu") return delta.kind == Kind::exact || delta.id == "allocation.delta";
  return d.what != "fpr" || delta.kind != Kind::upper;
}

Entry derived(const DerivedRow& d, const Entry& delta) {
  Entry e = delta;
  const std::string_view family = delta.id.substr(0, delta.id.find('.'));
  e.id = kept(fmt::format("{}.{}", family, d.what));
  e.summary = kept(fmt::format("{}; from {}", d.summary, delta.id));
  e.theorem = kept(fmt::format("{}; {}", d.theorem, delta.theorem));
  e.cost = kept(fmt::format("{}: {}", d.cost, delta.cost));
  if (e.axiom && d.what == "advantage") std::erase(e.axiom->parameters, "direction");
  e.parameters.clear();
  const bool calibrates = d.what == "sigma.tpr";
  for (const Parameter& p : delta.parameters) {
    if (calibrates && p.name == "sigma") continue;
    if (p.name != "eps") {
      // Both directions have one advantage.
      if (d.what != "advantage" || p.domain != Domain::direction) e.parameters.push_back(p);
      continue;
    }
    for (const Parameter& own : parameters(d.parameters)) e.parameters.push_back(own);
  }
  e.lists_methods = e.shares_thresholds = false;
  // Two certificates of rates say what a calibration is, at both ends.
  if (calibrates || (e.certifier != nullptr && !e.certifier->of_curve)) e.certifier = nullptr;
  if (e.certifier != nullptr) {
    static std::deque<Certifier> certifiers;
    const bool rate = d.what == "tpr" || d.what == "fpr";
    e.certifier = &certifiers.emplace_back(d.what == "mu" ? risk::cover_certifier(*delta.certifier)
                                           : rate         ? risk::rate_certifier(*delta.certifier)
                                                          : risk::lifted_certifier(*delta.certifier));
  }
  e.evaluate = [id = std::string(delta.id), function = function_of(d.what)](const Arguments& x, const Request& r) {
    return function(entry(id), x, r);
  };
  return e;
}

}  // namespace

std::vector<Entry> derived_entries(const std::vector<Entry>& rows) {
  std::vector<Entry> all;
  for (const Entry& e : rows) {
    const auto dot = e.id.find('.');
    if (e.id.substr(std::min(dot, e.id.size())) != ".delta") continue;
    for (const DerivedRow& d : derived_rows()) {
      if (follows(d, e)) all.push_back(derived(d, e));
    }
  }
  return all;
}

std::string delta_of(std::string_view id) {
  const auto dot = id.find('.');
  if (dot == std::string_view::npos) return {};
  const std::string_view what = id.substr(dot + 1);
  const auto all = derived_rows();
  const auto of_files = quantity_rows();
  const bool known = std::any_of(all.begin(), all.end(), [&](const DerivedRow& d) { return d.what == what; }) &&
                     std::none_of(of_files.begin(), of_files.end(), [&](const QuantityRow& q) { return q.id == id; });
  return known ? fmt::format("{}.delta", id.substr(0, dot)) : std::string();
}

}  // namespace hallmark
