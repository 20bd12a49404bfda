// hallmark show and search: one entry in full, and the entries that words find.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "bounds/aliases.hpp"
#include "bounds/certifier.hpp"
#include "bounds/guide.hpp"
#include "bounds/mechanisms/mechanisms.hpp"
#include "bounds/search.hpp"
#include "cli/entry_json.hpp"
#include "cli/io/options.hpp"
#include "cli/quote.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

// In the order of the enumerations.
constexpr std::string_view bounds_words[] = {
    "of the pair of distributions that dominates the mechanism",
    "of the mechanism itself",
    "of a formula, which is no bound on the mechanism by itself",
};

constexpr std::string_view kind_words[] = {
    "exact: the number itself is enclosed, to as many digits as you ask for",
    "upper: the number enclosed is a proved upper bound",
    "lower: the number enclosed is a proved lower bound",
    "bracket: the best proved lower end to the best proved upper end",
};

constexpr std::string_view status_words[] = {
    "proved: it may decide claims",
    "conditional: it rests on what is not proved, and decides no claim",
    "literature: taken from papers as it is, and decides no claim",
    "disputed: the published proof has a gap, and it decides no claim",
    "statistical: true with the stated probability, and decides no claim",
};

std::string parameters_text(const Entry& e) {
  std::size_t width = 0;
  for (const Parameter& p : e.parameters) width = std::max(width, p.name.size());
  std::string text = "\nParameters\n";
  for (const Parameter& p : e.parameters) {
    const std::string_view meaning = meaning_of(e.id, p.name);
    text += fmt::format("  {:<{}}  {}{}", p.name, width, describe(p),
                        p.default_text.empty() ? "" : fmt::format("; {} where not given", p.default_text));
    text += meaning.empty() ? "\n" : fmt::format("\n  {:<{}}  {}\n", "", width, meaning);
  }
  return text;
}

// What a list of phases may be made of.
std::string phases_text(const Entry& e) {
  if (std::none_of(e.parameters.begin(), e.parameters.end(), [](const Parameter& p) { return p.name == "phases"; })) {
    return "";
  }
  std::string text = "\nPhases\n";
  for (const composition::Mechanism& m : composition::mechanisms()) {
    std::string names;
    for (const Parameter& p : m.parameters) names += fmt::format("{}{}", names.empty() ? "" : ", ", p.name);
    text += fmt::format("  {}({})\n", m.name, names);
  }
  return text;
}

std::string routes_text(const Entry& e) {
  if (e.routes.find(' ') == std::string_view::npos) return fmt::format("  route        {}\n", e.routes);
  const auto space = e.routes.find(' ');
  return fmt::format("  routes       {} where --route names none; also{}\n", e.routes.substr(0, space),
                     e.routes.substr(space));
}

std::string show_text(const Entry& e) {
  std::string text = fmt::format("{}\n  {}\n\nWhat it is\n", e.id, e.summary);
  if (const std::string f = formula(e); !f.empty()) text += fmt::format("  formula      {}\n", f);
  text += fmt::format("  number       {}\n  kind         {}\n  status       {}\n  theorem      {}\n",
                      bounds_words[static_cast<std::size_t>(e.bounds)], kind_words[static_cast<std::size_t>(e.kind)],
                      status_words[static_cast<std::size_t>(e.status)], e.theorem);
  text +=
      fmt::format("  neighbours   {}: {}\n  direction    {}\n", to_string(e.adjacency), adjacency_words(e.adjacency),
                  e.directional() ? "a parameter: remove, add or both" : "both: the larger of remove and add");
  if (const std::string_view remark = family_of(e.id).remark; !remark.empty()) {
    text += fmt::format("  remark       {}\n", remark);
  }
  text += parameters_text(e) + phases_text(e);
  text += fmt::format("\nHow it is computed\n{}  cost         {}\n", routes_text(e), e.cost);
  if (e.lists_methods) text += "  methods      several: --methods all lists what each proves\n";
  text += fmt::format("  certificate  {}\n",
                      e.certifier == nullptr ? "none: the format has no words for it" : e.certifier->methods);
  if (e.axiom) text += fmt::format("  rests on     {} (proofs-check/AXIOMS.md)\n", e.axiom->name);
  if (const std::string other = synonyms(e.id); !other.empty()) text += fmt::format("\nAlso called\n  {}\n", other);
  return text + fmt::format("\nExample\n  {}\n", example(e));
}

// A family: what it is, and what may be asked of it.
std::string family_text(const Family& family, const std::vector<const Entry*>& members) {
  std::size_t width = 0;
  for (const Entry* e : members) width = std::max(width, e->id.size());
  std::string text = fmt::format("{}\n  {}\n\nWhat it is\n  {}\n", family.stem, family.title, family.law);
  if (!family.remark.empty()) text += fmt::format("  {}\n", family.remark);
  text += "\nWhat may be asked\n";
  for (const Entry* e : members) text += fmt::format("  {:<{}}  {}\n", e->id, width, e->summary);
  if (!family.words.empty()) text += fmt::format("\nAlso called\n  {}\n", family.words);
  return text + fmt::format("\nhallmark show {} says everything about one of them\n", members.front()->id);
}

// The quantities of a family that is named by its stem or another name of it; none where no family is.
std::vector<const Entry*> members_of(std::string_view name) {
  std::vector<const Entry*> members;
  if (name.empty() || name.find('.') != std::string_view::npos) return members;
  const std::string head = canonical_id(fmt::format("{}.", name));
  for (const Entry& e : registry()) {
    if (e.id.starts_with(head)) members.push_back(&e);
  }
  return members;
}

ExitStatus print_findings(const std::string& text, Format format, bool all) {
  if (text.find_first_not_of(" \t\n") == std::string::npos) {
    throw InputError("search: expected words, as in hallmark search \"balls and bins\"");
  }
  const Findings found = search_registry(text);
  if (found.entries.empty() || found.near) {
    std::vector<std::string_view> ids;
    for (const Entry* e : found.entries) ids.push_back(e->id);
    throw InputError(fmt::format("search: nothing has the words \"{}\"{}{}; hallmark list shows everything",
                                 shortened(text), ids.empty() ? "" : "; the nearest are ", fmt::join(ids, ", ")));
  }
  if (format == Format::json) {
    Json json = Json::array();
    for (const Entry* e : found.entries) json.push_back(entry_json(*e));
    fmt::print("{}\n", json.dump(2));
    return done;
  }
  constexpr std::size_t first = 5;
  const std::size_t shown = all ? found.entries.size() : std::min(found.entries.size(), first);
  if (!found.remark.empty()) fmt::print("{}\n\n", found.remark);
  std::size_t width = 0;
  for (std::size_t i = 0; i < shown; ++i) width = std::max(width, found.entries[i]->id.size());
  for (std::size_t i = 0; i < shown; ++i) {
    fmt::print("{:<{}}  {}\n", found.entries[i]->id, width, found.entries[i]->summary);
  }
  if (shown < found.entries.size()) fmt::print("and {} more: --all shows them\n", found.entries.size() - shown);
  return done;
}

// Points to a thousandth.
double rounded(double points) { return std::round(points * 1000) / 1000; }

void print_index() {
  const SearchIndex index = search_index();
  Json entries = Json::array();
  for (const auto& e : index.entries) {
    entries.push_back({e.entry->id, e.entry->summary, rounded(e.points), e.needs_meaning, e.stem});
  }
  Json words = Json::object();
  for (const auto& [stem, word] : index.words) {
    Json found = Json::array();
    for (const auto& [place, said] : word.entries) found.push_back({place, said.points, said.means_it});
    words[stem] = {rounded(word.weight), found};
  }
  Json phrases = Json::object();
  for (const auto& [words_said, phrase] : index.phrases) phrases[words_said] = {rounded(phrase.points), phrase.entries};
  Json advice = Json::array();
  for (const auto& row : index.advice) advice.push_back({row.phrases, row.advice->remark, row.advice->ids});
  const Json json{{"empty_words", index.empty_words},
                  {"endings", index.endings},
                  {"whole_stem", index.whole_stem},
                  {"not_meant", index.not_meant},
                  {"least", index.least},
                  {"unknown_weight", rounded(index.unknown_weight)},
                  {"entries", entries},
                  {"words", words},
                  {"phrases", phrases},
                  {"advice", advice}};
  fmt::print("{}\n", json.dump());
}

}  // namespace

void show_entry(std::string_view id) {
  const auto members = members_of(id);
  fmt::print("{}", members.empty() ? show_text(entry(id)) : family_text(family_of(members.front()->id), members));
}

void add_show(CLI::App& app, Action& action) {
  struct Options {
    std::string id;
    FormatOption format{"text", "json"};
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("show", "One quantity or family in full: hallmark show dp-sgd.epsilon");
  verb->add_option("id", options->id, "Which quantity, or which family: see hallmark list and hallmark search")
      ->required();
  options->format.add_to(*verb);
  verb->callback([options, &action] {
    action = [options] {
      if (options->format.json()) {
        fmt::print("{}\n", entry_json(entry(options->id)).dump(2));
      } else {
        show_entry(options->id);
      }
      return done;
    };
  });
}

void add_search(CLI::App& app, Action& action) {
  struct Options {
    std::vector<std::string> words;
    FormatOption format{"text", "json"};
    bool all = false;
    bool index = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("search", "Find quantities by the words people use: hallmark search DP-SGD RDP");
  verb->add_option("words", options->words, "What you look for, in your words: the best five are shown");
  verb->add_flag("--all", options->all, "All that have one of the words, and not the best five alone");
  verb->add_flag("--index", options->index, "What is known of all words, as JSON: for a search that runs elsewhere");
  options->format.add_to(*verb);
  verb->callback([options, &action] {
    action = [options] {
      if (options->index) {
        print_index();
        return done;
      }
      return print_findings(fmt::format("{}", fmt::join(options->words, " ")), options->format.get(), options->all);
    };
  });
}

}  // namespace hallmark::cli
