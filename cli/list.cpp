// hallmark list: the registry as a table, by paper, or as JSON.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <CLI/CLI.hpp>

#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "bounds/guide.hpp"
#include "bounds/papers.hpp"
#include "cli/entry_json.hpp"
#include "cli/io/options.hpp"
#include "cli/io/output.hpp"
#include "cli/source_files.hpp"
#include "cli/verbs.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

// One line an entry, family by family.
void print_families() {
  std::size_t width = 0;
  for (const Entry& e : registry()) width = std::max(width, e.id.size());
  std::vector<std::string_view> stems;
  for (const Family& f : families()) stems.push_back(f.stem);
  for (const Entry& e : registry()) {  // families that have no words yet, at the end
    const std::string_view stem = family_of(e.id).stem;
    if (std::find(stems.begin(), stems.end(), stem) == stems.end()) stems.push_back(stem);
  }
  bool first = true;
  for (const std::string_view stem : stems) {
    std::string lines;
    for (const Entry& e : registry()) {
      if (family_of(e.id).stem == stem) {
        lines += fmt::format("  {:<{}}  {}{}\n", e.id, width, e.summary,
                             e.status == Status::proved ? "" : fmt::format(" ({})", to_string(e.status)));
      }
    }
    if (lines.empty()) continue;
    fmt::print("{}{}\n{}", first ? "" : "\n", family_of(stem).title, lines);
    first = false;
  }
  fmt::print(
      "\nhallmark show ID says everything about one of them, hallmark search WORDS finds them by other names.\n");
}

// The key between the brackets of "[KEY] Theorem", or "elementary".
std::string paper_of(std::string_view theorem) {
  const auto close = theorem.find(']');
  if (theorem.empty() || theorem.front() != '[' || close == std::string_view::npos) return "elementary";
  return std::string(theorem.substr(1, close - 1));
}

std::string_view folder_of(std::string_view path) { return path.substr(0, path.rfind('/')); }

// The sources below `top` that name one of the ids.
std::vector<std::string_view> naming(std::string_view top, const std::vector<std::string_view>& ids) {
  std::vector<std::string_view> paths;
  for (const SourceFile& file : source_files()) {
    const bool named = std::any_of(ids.begin(), ids.end(), [&](std::string_view id) {
      return file.ids.find(fmt::format(" {} ", id)) != std::string_view::npos;
    });
    if (named && file.path.starts_with(top)) paths.push_back(file.path);
  }
  return paths;
}

// Where the ids are computed, where the checker reads their certificates, where the lemmas are checked.
void print_files(std::string_view ids, std::string_view lemmas) {
  const std::vector<std::string_view> producing = naming("bounds/", words_of_text(ids));
  std::set<std::string_view> folders;
  for (const std::string_view path : producing) folders.insert(folder_of(path));
  std::set<std::string> checking;
  for (const std::string_view path : naming("proofs-check/", words_of_text(ids)))
    checking.insert(std::string(folder_of(path)));
  std::vector<std::string_view> files = producing;
  for (const SourceFile& file : source_files()) {
    if (!file.path.ends_with("/README.md")) continue;
    if (folders.contains(folder_of(file.path))) files.push_back(file.path);
  }
  if (!files.empty()) fmt::print("    files      {}\n", fmt::join(files, " "));
  if (!checking.empty()) fmt::print("    checker    {}\n", fmt::join(checking, " "));
  const auto checks = naming("tests/lemmas/", words_of_text(lemmas));
  if (!checks.empty()) fmt::print("    lemmas     {}\n", fmt::join(checks, " "));
}

// What anyone can type to see it: the first quantity's example, the tables, or the lemmas where there is neither.
void print_commands(const PaperStatement& p) {
  const auto say = [](std::string_view command) { fmt::print("    command    {}\n", command); };
  if (!p.ids.empty()) say(example(entry(words_of_text(p.ids).front())));
  for (const std::string_view table : words_of_text(p.tables)) say(fmt::format("hallmark table {}", table));
  if (p.ids.empty() && p.tables.empty() && !p.lemmas.empty()) say(fmt::format("hallmark-lemmas {}", p.lemmas));
}

// Every numbered statement of the papers treated in full, then what other papers contribute.
void print_by_paper(bool files) {
  std::map<std::string, bool> treated;
  std::string_view last;
  for (const PaperStatement& p : paper_statements()) {
    if (p.paper != last) fmt::print("{}\n", p.paper);
    last = p.paper;
    treated[std::string(p.paper)] = true;
    fmt::print("  {:<24} {}\n", p.number, p.subject);
    if (!p.ids.empty()) fmt::print("    computed   {}\n", p.ids);
    if (!p.lemmas.empty()) fmt::print("    checked    {}\n", p.lemmas);
    const bool nothing = p.ids.empty() && p.lemmas.empty() && p.tables.empty();
    if (!p.note.empty()) fmt::print("    {:<10} {}\n", nothing ? "neither" : "note", p.note);
    print_commands(p);
    if (files) print_files(p.ids, p.lemmas);
  }
  std::map<std::string, std::string> papers;
  for (const Entry& e : registry()) {
    if (treated.contains(paper_of(e.theorem))) continue;
    papers[paper_of(e.theorem)] += fmt::format("  {:<45} {} ({})\n", e.theorem, e.id, to_string(e.status));
  }
  for (const Planned& p : planned()) {
    papers[paper_of(p.theorem)] += fmt::format("  {:<45} {} (not available in this version)\n", p.theorem, p.id);
  }
  for (const auto& [paper, lines] : papers) fmt::print("{}\n{}", paper, lines);
}

}  // namespace

void add_list(CLI::App& app, Action& action) {
  struct Options {
    FormatOption format{"text", "json"};
    bool by_paper = false;
    bool files = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("list", "Everything that can be evaluated: ids, parameters, theorems");
  options->format.add_to(*verb);
  verb->add_flag("--by-paper", options->by_paper, "Theorems of each paper with the ids that implement them");
  verb->add_flag("--files", options->files, "With --by-paper: the files behind each statement");
  verb->callback([options, &action] {
    action = [options] {
      if (options->format.json()) {
        Json all = Json::array();
        for (const Entry& e : registry()) all.push_back(entry_json(e));
        fmt::print("{}\n", all.dump(2));
      } else if (options->by_paper) {
        print_by_paper(options->files);
      } else if (options->files) {
        throw InputError("list: --files goes with --by-paper");
      } else {
        print_families();
      }
      return done;
    };
  });
}

}  // namespace hallmark::cli
