// hallmark list: the registry as a table, by paper, or as JSON.
#include <fmt/format.h>

#include <cstdio>
#include <map>

#include "bounds/papers.hpp"
#include "cli/io/output.hpp"
#include "cli/verbs.hpp"

namespace hallmark::cli {
namespace {

Json entry_json(const Entry& e) {
  Json parameters = Json::array();
  for (const Parameter& p : e.parameters) {
    Json one;
    one["name"] = p.name;
    one["domain"] = describe(p.domain);
    if (!p.default_text.empty()) one["default"] = p.default_text;
    parameters.push_back(std::move(one));
  }
  Json j;
  j["id"] = e.id;
  j["summary"] = e.summary;
  j["bounds"] = to_string(e.bounds);
  j["kind"] = to_string(e.kind);
  j["status"] = to_string(e.status);
  j["theorem"] = e.theorem;
  j["adjacency"] = to_string(e.adjacency);
  j["directions"] = e.directional() ? Json{"remove", "add", "both"} : Json{"both"};
  j["parameters"] = std::move(parameters);
  j["routes"] = e.routes;
  j["certificate"] = std::string(1, e.certificate_class);
  j["cost"] = e.cost;
  return j;
}

std::string parameters_text(const Entry& e) {
  std::string text;
  for (const Parameter& p : e.parameters) {
    text += fmt::format("{}{}{}", text.empty() ? "" : " ", p.name,
                        p.default_text.empty() ? "" : fmt::format("={}", p.default_text));
  }
  return text;
}

void print_line(const Entry& e) {
  fmt::print("{:<33} {:<9} {:<7} {:<11} {}\n", e.id, to_string(e.bounds), to_string(e.kind), to_string(e.adjacency),
             parameters_text(e));
  fmt::print("    {}; {}; {}\n", e.summary, e.theorem, to_string(e.status));
}

// The key between the brackets of "[KEY] Theorem", or "elementary".
std::string paper_of(std::string_view theorem) {
  const auto close = theorem.find(']');
  if (theorem.empty() || theorem.front() != '[' || close == std::string_view::npos) return "elementary";
  return std::string(theorem.substr(1, close - 1));
}

// Every numbered statement of the papers treated in full, then what other papers contribute.
void print_by_paper() {
  std::map<std::string, bool> treated;
  std::string_view last;
  for (const PaperStatement& p : paper_statements()) {
    if (p.paper != last) fmt::print("{}\n", p.paper);
    last = p.paper;
    treated[std::string(p.paper)] = true;
    fmt::print("  {:<24} {}\n", p.number, p.subject);
    if (!p.ids.empty()) fmt::print("    computed   {}\n", p.ids);
    if (!p.lemmas.empty()) fmt::print("    checked    {}\n", p.lemmas);
    if (!p.note.empty()) fmt::print("    {:<10} {}\n", p.ids.empty() && p.lemmas.empty() ? "neither" : "note", p.note);
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
    bool json = false;
    bool by_paper = false;
  };
  auto options = std::make_shared<Options>();
  CLI::App* verb = app.add_subcommand("list", "Everything that can be evaluated: ids, parameters, theorems");
  verb->add_flag("--json", options->json, "One JSON array");
  verb->add_flag("--by-paper", options->by_paper, "Theorems of each paper with the ids that implement them");
  verb->callback([options, &action] {
    action = [options] {
      if (options->json) {
        Json all = Json::array();
        for (const Entry& e : registry()) all.push_back(entry_json(e));
        fmt::print("{}\n", all.dump(2));
      } else if (options->by_paper) {
        print_by_paper();
      } else {
        for (const Entry& e : registry()) print_line(e);
      }
      return done;
    };
  });
}

}  // namespace hallmark::cli
