// hallmark-lemmas: runs the executable checks of the papers' lemmas, and prints the page of errata from them.

#include <algorithm>
#include <iostream>
#include <string>
#include <vector>

#include "lemmas/errata.hpp"
#include "lemmas/lemma.hpp"

namespace {

constexpr int kUsage = 64;
constexpr int kUnwritable = 74;

constexpr const char* kHelp =
    "hallmark-lemmas: runs the executable checks of the papers' lemmas\n"
    "\n"
    "usage: hallmark-lemmas [--long] [ID]...   one line a lemma: statement, paper, instances, verdict; of all where none is named\n"
    "       hallmark-lemmas --errata           runs those behind data/ERRATA-papers.md and prints that page\n"
    "       hallmark-lemmas --help | --version\n"
    "\n"
    "exit status: 0 every expectation is met, 1 one is not, 64 bad usage, 74 the output cannot be written\n";

int usage(const std::string& what) {
  std::cerr << "hallmark-lemmas: " << what << "\n" << kHelp;
  return kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::string option = !arguments.empty() && arguments.front().starts_with('-') ? arguments.front() : "";
  if (!option.empty()) arguments.erase(arguments.begin());
  const bool runs = option.empty() || option == "--long";
  if (!runs && !arguments.empty()) return usage("expected nothing after " + option);
  int code = 0;
  if (runs) {
    std::vector<hallmark::lemmas::Lemma> wanted;
    for (const std::string& id : arguments) {
      const auto& all = hallmark::lemmas::all_lemmas();
      const auto at = std::find_if(all.begin(), all.end(), [&](const auto& lemma) { return lemma.id == id; });
      if (at == all.end()) return usage(id + ": expected the id of a lemma");
      wanted.push_back(*at);
    }
    code = hallmark::lemmas::run(arguments.empty() ? hallmark::lemmas::all_lemmas() : wanted, option == "--long",
                                 std::cout);
  } else if (option == "--errata") {
    code = hallmark::lemmas::print_errata(std::cout, std::cerr);
  } else if (option == "--help") {
    std::cout << kHelp;
  } else if (option == "--version") {
    std::cout << "hallmark-lemmas 0.1.0\n";
  } else {
    return usage("expected --long, --errata, --help or --version");
  }
  return std::cout.flush() ? code : kUnwritable;
}
