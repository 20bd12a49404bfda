// The table of the papers' statements against the registry and the executable lemmas.
#include "bounds/papers.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "bounds/registry.hpp"
#include "lemmas/lemma.hpp"
#include "support/folders.hpp"

using namespace hallmark;

namespace {

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

}  // namespace

TEST_CASE("papers: every statement names what computes it, what checks it, or why neither") {
  constexpr std::string_view unstated[] = {"Figure", "Table", "Equation"};
  std::set<std::string> lemma_ids;
  for (const auto& lemma : lemmas::all_lemmas()) lemma_ids.insert(lemma.id);
  std::set<std::string> seen;
  for (const PaperStatement& s : paper_statements()) {
    INFO(s.paper << " " << s.number);
    CHECK(seen.insert(std::string(s.paper) + " " + std::string(s.number)).second);
    CHECK_FALSE(s.subject.empty());
    CHECK((!s.ids.empty() || !s.lemmas.empty() || !s.note.empty()));
    // A number rests on it: a line of the lemma table, unless there is nothing definite to check.
    const bool definite =
        s.note.find("O(.)") == std::string_view::npos && s.number.find("Conjecture") == std::string_view::npos;
    // What is drawn, listed or named by a number alone rests on the statements.
    const bool stated = std::none_of(std::begin(unstated), std::end(unstated), [&](std::string_view kind) {
      return s.number.find(kind) != std::string_view::npos;
    });
    CHECK((s.ids.empty() || !s.lemmas.empty() || !definite || !stated));
    for (const std::string& id : words(s.ids)) {
      INFO(id);
      CHECK(find_entry(id) != nullptr);
    }
    for (const std::string& id : words(s.lemmas)) {
      INFO(id);
      CHECK(lemma_ids.contains(id));
    }
  }
  constexpr std::size_t at_least = 120;
  CHECK(seen.size() >= at_least);
}

TEST_CASE("papers: every quantity of the five papers stands in the table, and every paper in the references") {
  std::set<std::string> named;
  std::set<std::string> papers;
  for (const PaperStatement& s : paper_statements()) {
    papers.insert(std::string(s.paper));
    for (const std::string& id : words(s.ids)) named.insert(id);
  }
  CHECK(papers == std::set<std::string>{"CGKKMSZ24", "FMT21", "FS25", "KHH21"});
  for (const Entry& e : registry()) {
    for (const std::string& paper : papers) {
      if (!e.theorem.starts_with("[" + paper + "]")) continue;
      INFO(e.id << " " << e.theorem);
      CHECK(named.contains(std::string(e.id)));
    }
  }
  std::ifstream file(hallmark::test::source_folder() + "/REFERENCES.md");
  std::stringstream references;
  references << file.rdbuf();
  for (const std::string& paper : papers) CHECK(references.str().find("**[" + paper + "]**") != std::string::npos);
}
