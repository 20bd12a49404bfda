#include "cli/suites/suites.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "cli/suites/suite_text.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

// Every case of a group computed together learns the eps of all cases that share its other parameters.
void set_thresholds(Suite& suite) {
  for (Group& g : suite.groups) {
    if (!g.together) continue;
    std::map<ParameterTexts, std::vector<std::string>> tables;
    const auto others_of = [](const Case& c) {
      ParameterTexts others = c.parameters;
      others.erase("eps");
      return others;
    };
    for (const Case& c : g.cases) tables[others_of(c)].push_back(c.parameters.at("eps"));
    for (Case& c : g.cases) c.thresholds = tables[others_of(c)];
  }
}

// The cases marked for it, out of every suite: the same inputs and digits, hence the same ids and values.
Suite smoke_suite(std::span<const Suite> others) {
  Suite smoke{
      "smoke", {"A selection of the other suites that takes seconds; a certificate stands beside every value."}, {}};
  for (const Suite& s : others) {
    for (const Group& g : s.groups) {
      Group chosen = g;
      std::erase_if(chosen.cases, [](const Case& c) { return !c.smoke; });
      if (!chosen.cases.empty()) smoke.groups.push_back(std::move(chosen));
    }
  }
  return smoke;
}

std::string_view text_of(std::string_view name) {
  const auto texts = suite_texts();
  const auto found = std::find_if(texts.begin(), texts.end(), [&](const auto& text) { return text.first == name; });
  require(found != texts.end(), "every suite has its text");
  return found->second;
}

// In the order they are written; `smoke` keeps it, and begins with what most accountants answer.
constexpr std::string_view order[] = {"poisson-gaussian",
                                      "batches",
                                      "clones",
                                      "closed-forms",
                                      "rr2",
                                      "shuffle",
                                      "gaussian",
                                      "mechanisms",
                                      "mixtures",
                                      "allocation-renyi",
                                      "allocation-rr",
                                      "allocation-bounds",
                                      "composition",
                                      "krr",
                                      "renyi",
                                      "shuffled-batch",
                                      "poisson-renyi",
                                      "inverses",
                                      "multinomial",
                                      "literature",
                                      "fmt23",
                                      "variation-ratio",
                                      "allocation",
                                      "samplers",
                                      "matrix-gaussian",
                                      "blanket",
                                      "budgets",
                                      "selection",
                                      "audit",
                                      "risk",
                                      "maxima",
                                      "integer-noise",
                                      "allocation-of",
                                      "known-bugs",
                                      "mixture-gaussian",
                                      "allocation-few",
                                      "zcdp",
                                      "parallel"};

std::vector<Suite> make_suites() {
  std::vector<Suite> all;
  for (const std::string_view name : order) all.push_back(read_suite(text_of(name)));
  require(all.size() + 1 == suite_texts().size(), "every text but the notes is a suite");
  for (Suite& s : all) set_thresholds(s);
  all.push_back(smoke_suite(all));
  return all;
}

}  // namespace

std::span<const Suite> all_suites() {
  static const std::vector<Suite> suites = make_suites();
  return suites;
}

const Suite& suite(std::string_view name) {
  std::string names;
  for (const Suite& s : all_suites()) {
    if (s.name == name) return s;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", s.name);
  }
  throw InputError(fmt::format("suite {}: unknown: must be one of {}", shortened(name), names));
}

const Note& note(std::string_view flag) {
  static const std::vector<Note> notes = read_notes(text_of("notes"));
  const auto at = std::find_if(notes.begin(), notes.end(), [&](const Note& n) { return n.flag == flag; });
  require(at != notes.end(), "every flag of a suite has a note");
  return *at;
}

}  // namespace hallmark::cli
