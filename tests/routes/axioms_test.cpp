// AXIOMS.md against the code: the axioms that the checker demands, and the lemma checks that the page names.
#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>

#include "lemmas/errata.hpp"
#include "lemmas/lemma.hpp"
#include "support/folders.hpp"

namespace {

namespace fs = std::filesystem;
using namespace hallmark::lemmas;

std::string read(const fs::path& path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

const fs::path& root() {
  static const fs::path path = hallmark::test::source_folder();
  return path;
}

std::set<std::string> matches(const std::string& text, const std::regex& pattern) {
  std::set<std::string> found;
  for (std::sregex_iterator i(text.begin(), text.end(), pattern), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

/// Quoted names like "FMT21-Theorem-3.2" in the sources of a folder.
std::set<std::string> axioms_in(const fs::path& folder) {
  static const std::regex name(
      R"re("([A-Z][A-Z0-9]*[0-9]{2}-(?:Theorem|Lemma|privacy|adaptive|one-run)[A-Za-z0-9.-]*)[ "])re");
  std::set<std::string> found;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (entry.path().extension() == ".cpp" || entry.path().extension() == ".hpp") {
      found.merge(matches(read(entry.path()), name));
    }
  }
  return found;
}

std::set<std::string> lemma_ids() {
  std::set<std::string> ids;
  for (const Lemma& lemma : all_lemmas()) ids.insert(lemma.id);
  return ids;
}

TEST_CASE("axioms: everything the checker demands has a section, and every section is demanded") {
  const std::string page = read(root() / "proofs-check/AXIOMS.md");
  const std::set<std::string> demanded = axioms_in(root() / "proofs-check");
  CHECK(demanded.size() >= 4);
  CHECK(matches(page, std::regex("\n## ([A-Z][A-Z0-9]*-[A-Za-z0-9.-]+) \\(")) == demanded);
  for (const std::string& axiom : demanded) {
    INFO(axiom);
    const auto begin = page.find("\n## " + axiom + " (");
    const std::string section = page.substr(begin, page.find("\n## ", begin + 1) - begin);
    for (const char* part :
         {"\nEdition: ", "\nStatement used: ", "\nSide conditions: ", "\nQuantities: ", "\nBehind it:"}) {
      INFO(part);
      CHECK(section.find(part) != std::string::npos);
    }
    CHECK(page.find("| `" + axiom + "` | ") != std::string::npos);
  }
}

TEST_CASE("axioms: a name that only the producer knows is on the page as not accepted") {
  const std::string page = read(root() / "proofs-check/AXIOMS.md");
  const std::string refused = page.substr(page.find("\n## Not accepted"));
  const std::set<std::string> demanded = axioms_in(root() / "proofs-check");
  for (const std::string& axiom : axioms_in(root() / "bounds")) {
    INFO(axiom);
    CHECK((demanded.contains(axiom) || refused.find("`" + axiom + "`") != std::string::npos));
  }
}

TEST_CASE("axioms: every lemma id on the page is a check") {
  const std::set<std::string> ids = lemma_ids();
  std::set<std::string> stems;
  for (const std::string& id : ids) stems.insert(id.substr(0, id.find('.')));
  const std::string page = read(root() / "proofs-check/AXIOMS.md");
  std::size_t named = 0;
  // Quantities have ids of the same shape; they stand in the table and after "Quantities:".
  std::string checks;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const bool quantities = line.starts_with("| ") || line.starts_with("Quantities:") ||
                            line.starts_with("Without axiom") || line.starts_with("Statement used") ||
                            line.starts_with("and its conversions");
    if (!quantities) checks += line + "\n";
  }
  for (const std::string& id : matches(checks, std::regex("`([a-z0-9-]+(?:\\.[a-z0-9-]+)+)`"))) {
    if (!stems.contains(id.substr(0, id.find('.')))) continue;
    INFO(id);
    CHECK(ids.contains(id));
    ++named;
  }
  CHECK(named >= 50);
}

TEST_CASE("errata: every entry is complete, every check that it names is one of the right kind") {
  std::set<std::string> refuted;
  std::set<std::string> holds;
  for (const Lemma& lemma : all_lemmas()) {
    (lemma.expectation == Expectation::refuted ? refuted : holds).insert(lemma.id);
  }
  const auto words = [](std::string_view text) {
    std::istringstream stream{std::string(text)};
    return std::set<std::string>{std::istream_iterator<std::string>(stream), {}};
  };
  CHECK(errata().size() >= 25);
  const std::string references = read(root() / "REFERENCES.md");
  for (const Erratum& e : errata()) {
    INFO(e.paper << " " << e.subject);
    for (const std::string_view text : {e.subject, e.edition, e.where, e.printed, e.corrected, e.refuted, e.holds}) {
      CHECK_FALSE(text.empty());
    }
    CHECK(references.find("**[" + std::string(e.paper.substr(0, e.paper.find('-'))) + "]**") != std::string::npos);
    for (const std::string& id : words(e.refuted)) CHECK(refuted.contains(id));
    for (const std::string& id : words(e.holds)) CHECK(holds.contains(id));
  }
  for (const Gap& g : gaps()) {
    INFO(g.where);
    for (const std::string& id : words(g.checks)) CHECK(holds.contains(id));
  }
  for (const Slip& s : slips()) CHECK_FALSE(s.text.empty());
}

}  // namespace
