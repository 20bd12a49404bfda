// The page of errata, written from the checks themselves.
#include "lemmas/errata.hpp"

#include <map>
#include <ostream>
#include <sstream>
#include <string>
#include <vector>

#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

constexpr std::string_view head =
    "# Errata of the papers: what is printed, where it fails, what holds\n"
    "\n"
    "Every instance on this page is computed by `hallmark-lemmas --errata`.\n"
    "\n"
    "This project rests on the papers below and could not exist without them. While their statements were turned into\n"
    "programs a few were found that do not hold as they stand, most of them details that their authors would mend in "
    "a\n"
    "minute, some of them mended long ago in a later edition. The page is for readers who are about to implement the\n"
    "same statements, and for the authors, whom we thank: please tell us where we misread you, and we will change it.\n"
    "\n"
    "Each entry says which edition prints what (in our words), an instance on which it fails, in full and as small as "
    "we\n"
    "found one, and what holds instead. Instances are computed when the page is written, in exact fractions or in\n"
    "intervals that are proved to hold the number; nothing is copied. To see an entry fail again:\n"
    "\n"
    "    hallmark-lemmas\n"
    "\n"
    "prints a line for every id named here. Editions: [FMT21] arXiv 2012.12803, the text that cites [KHH21]; [KHH21]\n"
    "arXiv 2106.00477, the early, short text; [CGKKMSZ24] arXiv 2403.17673v2; [FS25] arXiv 2502.08202, the first "
    "version\n"
    "and a later one, whose numbers differ. Other editions were not read: an entry may be out of date there. The keys\n"
    "are those of REFERENCES.md; w = e^eps, E = e^eps0, H_w is the hockey-stick divergence.\n";

std::vector<std::string> words(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> all;
  for (std::string word; stream >> word;) all.push_back(word);
  return all;
}

/// Runs each named check once.
class RunOnce {
 public:
  explicit RunOnce(std::ostream& complaints) : complaints_(complaints) {
    for (const Lemma& lemma : all_lemmas()) lemmas_.emplace(lemma.id, &lemma);
  }

  /// The outcome of a check that must be expected to do as said; a complaint and an empty outcome otherwise.
  const Outcome& run(const std::string& id, Expectation expectation) {
    const auto [place, is_new] = found_.try_emplace(id);
    const auto lemma = lemmas_.find(id);
    if (lemma == lemmas_.end() || lemma->second->expectation != expectation) {
      complain(id + (lemma == lemmas_.end() ? ": no such check" : ": not a check of that kind"));
    } else if (is_new) {
      const Verdict verdict = lemmas::verdict(*lemma->second, false);
      if (!verdict.met) complain(id + ": " + verdict.text);
      place->second = verdict.outcome;
    }
    return place->second;
  }
  [[nodiscard]] bool failed() const { return failed_; }

 private:
  void complain(const std::string& what) {
    complaints_ << "hallmark-check: errata: " << what << "\n";
    failed_ = true;
  }

  std::ostream& complaints_;
  std::map<std::string, const Lemma*> lemmas_;
  std::map<std::string, Outcome> found_;
  bool failed_ = false;
};

std::string instances_text(const Outcome& outcome) {
  if (!outcome.proved.empty()) return "proved " + outcome.proved;
  return outcome.instances == 1 ? "on its one instance" : "on all " + std::to_string(outcome.instances) + " instances";
}

void print(const Erratum& e, int number, RunOnce& checks, std::ostream& out) {
  out << "\n### " << e.paper << "-" << number << ". " << e.subject << "\n\n"
      << "- **Where**: " << e.where << "\n"
      << "- **Edition**: " << e.edition << "\n"
      << "- **Printed**: " << e.printed << "\n";
  for (const std::string& id : words(e.refuted)) {
    out << "- **Fails**: " << checks.run(id, Expectation::refuted).counterexample << " (`" << id << "`)\n";
  }
  out << "- **Holds**: " << e.corrected << "\n- **Evidence**:";
  const char* separator = " ";
  for (const std::string& id : words(e.holds)) {
    out << separator << "`" << id << "` " << instances_text(checks.run(id, Expectation::holds));
    separator = "; ";
  }
  out << "\n";
}

}  // namespace

int print_errata(std::ostream& out, std::ostream& complaints) {
  RunOnce checks(complaints);
  std::ostringstream page;
  page << head;
  std::string_view paper;
  int number = 0;
  for (const Erratum& e : errata()) {
    if (e.paper != paper) {
      paper = e.paper;
      number = 0;
      page << (paper.ends_with("-code") ? "\n## The code published with [" : "\n## [")
           << paper.substr(0, paper.find('-')) << "]\n";
    }
    print(e, ++number, checks, page);
  }
  page << "\n## Steps without a reason\n\nNot errors of a statement: steps of a printed proof that do not follow as "
          "they "
          "stand, or claims without a proof.\n\n";
  for (const Gap& g : gaps()) {
    page << "- **[" << g.paper << "]** " << g.where << " (" << g.edition << "): " << g.step << " " << g.state;
    for (const std::string& id : words(g.checks)) {
      page << " `" << id << "`: " << instances_text(checks.run(id, Expectation::holds)) << ".";
    }
    page << "\n";
  }
  page << "\n## Slips of the pen\n\nFor readers who wonder, too; no check is needed to see them.\n\n";
  for (const Slip& s : slips()) page << "- **[" << s.paper << "]** " << s.where << ": " << s.text << "\n";
  page << "\nWhat published programs return is not here but in `KNOWN_BUGS.md`, with the true values; published "
          "numbers, one by "
          "one, are in `claims/FINDINGS.md`.\n";
  if (checks.failed()) return 1;
  out << page.str();
  return 0;
}

}  // namespace hallmark::lemmas
