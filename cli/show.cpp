// hallmark show and search: one entry in full, and the entries that words find.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <algorithm>
#include <cctype>
#include <nlohmann/json.hpp>

#include "bounds/certifier.hpp"
#include "bounds/guide.hpp"
#include "cli/entry_json.hpp"
#include "cli/io/options.hpp"
#include "cli/quote.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

std::string_view bounds_words(const Entry& e) {
  switch (e.bounds) {
    case Bounds::pair:
      return "of the pair of distributions that dominates the mechanism";
    case Bounds::mechanism:
      return "of the mechanism itself";
    case Bounds::formula:
      return "of a formula, which is no bound on the mechanism by itself";
  }
  require(false, "whose number it is");
  return {};
}

std::string_view kind_words(Kind kind) {
  switch (kind) {
    case Kind::exact:
      return "exact: the number itself is enclosed, to as many digits as you ask for";
    case Kind::upper:
      return "upper: the number enclosed is a proved upper bound";
    case Kind::lower:
      return "lower: the number enclosed is a proved lower bound";
    case Kind::bracket:
      return "bracket: the best proved lower end to the best proved upper end";
  }
  require(false, "a kind");
  return {};
}

std::string_view status_words(Status status) {
  switch (status) {
    case Status::proved:
      return "proved: it may decide claims";
    case Status::conditional:
      return "conditional: it rests on what is not proved, and decides no claim";
    case Status::literature:
      return "literature: taken from papers as it is, and decides no claim";
    case Status::disputed:
      return "disputed: the published proof has a gap, and it decides no claim";
    case Status::statistical:
      return "statistical: true with the stated probability, and decides no claim";
  }
  require(false, "a status");
  return {};
}

std::string parameters_text(const Entry& e) {
  std::size_t width = 0;
  for (const Parameter& p : e.parameters) width = std::max(width, p.name.size());
  std::string text = "\nParameters\n";
  for (const Parameter& p : e.parameters) {
    const std::string_view meaning = meaning_of(p.name);
    text += fmt::format("  {:<{}}  {}{}", p.name, width, describe(p),
                        p.default_text.empty() ? "" : fmt::format("; {} where not given", p.default_text));
    text += meaning.empty() ? "\n" : fmt::format("\n  {:<{}}  {}\n", "", width, meaning);
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
  text += fmt::format("  number       {}\n  kind         {}\n  status       {}\n  theorem      {}\n", bounds_words(e),
                      kind_words(e.kind), status_words(e.status), e.theorem);
  text +=
      fmt::format("  neighbours   {}: {}\n  direction    {}\n", to_string(e.adjacency), adjacency_words(e.adjacency),
                  e.directional() ? "a parameter: remove, add or both" : "both: the larger of remove and add");
  text += parameters_text(e);
  text += fmt::format("\nHow it is computed\n{}  cost         {}\n", routes_text(e), e.cost);
  if (e.lists_methods) text += "  methods      several: --methods all lists what each proves\n";
  text += fmt::format("  certificate  {}\n",
                      e.certifier == nullptr ? "none: the format has no words for it" : e.certifier->methods);
  if (e.axiom) text += fmt::format("  rests on     {} (proofs-check/AXIOMS.md)\n", e.axiom->name);
  if (const std::string other = synonyms(e.id); !other.empty()) text += fmt::format("\nAlso called\n  {}\n", other);
  return text + fmt::format("\nExample\n  {}\n", example(e));
}

std::string lower_case(std::string_view text) {
  std::string out;
  for (const char c : text) out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return out;
}

// Letters and digits; what stands between them parts two words.
std::vector<std::string> lower_words(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : lower_case(text)) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// How well an entry fits: words at the beginning of its words, the whole phrase, more for its id. 0: a word is missing.
long fit(const Entry& e, const std::vector<std::string>& wanted) {
  const std::vector<std::string> id = lower_words(e.id);
  std::string all = fmt::format("{}, {}, {}, {}", e.id, e.summary, e.theorem, synonyms(e.id));
  for (const Parameter& p : e.parameters) all += fmt::format(", {}", p.name);
  const std::vector<std::string> text = lower_words(all);
  const auto begins = [](const std::vector<std::string>& words, const std::string& wanted_word) {
    return std::any_of(words.begin(), words.end(), [&](const std::string& w) { return w.starts_with(wanted_word); });
  };
  long score = 0;
  for (const std::string& word : wanted) {
    if (!begins(text, word)) return 0;
    score += begins(id, word) ? 3 : 1;
  }
  if (wanted.size() == 1) return score;
  const std::string phrase = fmt::format(" {} ", fmt::join(wanted, " "));
  for (std::string_view rest = all; !rest.empty();) {  // within one of the names, not across them
    const auto end = std::min(rest.find(','), rest.size());
    if (fmt::format(" {} ", fmt::join(lower_words(rest.substr(0, end)), " ")).find(phrase) != std::string::npos) {
      return score + 10;
    }
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return score;
}

std::vector<const Entry*> found(const std::vector<std::string>& wanted) {
  std::vector<std::pair<long, const Entry*>> fitting;
  for (const Entry& e : registry()) {
    if (const long score = fit(e, wanted); score > 0) fitting.emplace_back(score, &e);
  }
  std::stable_sort(fitting.begin(), fitting.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
  // A phrase that some entries have is what was meant: the others only have its words.
  constexpr long phrase = 10;
  std::vector<const Entry*> entries;
  for (const auto& [score, e] : fitting) {
    if (fitting.front().first < phrase || score >= phrase) entries.push_back(e);
  }
  return entries;
}

ExitStatus search(const std::string& text, Format format) {
  const std::vector<std::string> wanted = lower_words(text);
  if (wanted.empty()) throw InputError("search: expected words, as in hallmark search \"balls and bins\"");
  const std::vector<const Entry*> entries = found(wanted);
  if (entries.empty()) {
    throw InputError(
        fmt::format("search: nothing has the words \"{}\"; hallmark list shows everything", shortened(text)));
  }
  if (format == Format::json) {
    Json all = Json::array();
    for (const Entry* e : entries) all.push_back(entry_json(*e));
    fmt::print("{}\n", all.dump(2));
    return done;
  }
  std::size_t width = 0;
  for (const Entry* e : entries) width = std::max(width, e->id.size());
  for (const Entry* e : entries) fmt::print("{:<{}}  {}\n", e->id, width, e->summary);
  return done;
}

}  // namespace

void show_entry(std::string_view id) { fmt::print("{}", show_text(entry(id))); }

void add_show(CLI::App& app, Action& action) {
  struct Options {
    std::string id;
    FormatOption format{"text", "json"};
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("show", "One quantity in full: hallmark show poisson-gaussian.epsilon");
  verb->add_option("id", options->id, "Which quantity: see hallmark list and hallmark search")->required();
  options->format.add_to(*verb);
  verb->callback([options, &action] {
    action = [options] {
      const Entry& e = entry(options->id);
      if (options->format.json()) {
        fmt::print("{}\n", entry_json(e).dump(2));
      } else {
        fmt::print("{}", show_text(e));
      }
      return done;
    };
  });
}

void add_search(CLI::App& app, Action& action) {
  struct Options {
    std::vector<std::string> words;
    FormatOption format{"text", "json"};
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("search", "Find quantities by the words people use: hallmark search DP-SGD RDP");
  verb->add_option("words", options->words, "All of them: in ids, summaries, theorems and other names")->required();
  options->format.add_to(*verb);
  verb->callback([options, &action] {
    action = [options] { return search(fmt::format("{}", fmt::join(options->words, " ")), options->format.get()); };
  });
}

}  // namespace hallmark::cli
