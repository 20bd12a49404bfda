// hallmark-lemmas: runs the executable checks of the papers' lemmas, and prints the page of errata from them.

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
    "usage: hallmark-lemmas [--long]      one line a lemma: statement, paper, instances, verdict\n"
    "       hallmark-lemmas --errata      runs those behind data/ERRATA-papers.md and prints that page\n"
    "       hallmark-lemmas --help | --version\n"
    "\n"
    "exit status: 0 every expectation is met, 1 one is not, 64 bad usage, 74 the output cannot be written\n";

int usage(const std::string& what) {
  std::cerr << "hallmark-lemmas: " << what << "\n" << kHelp;
  return kUsage;
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  const std::string option = arguments.empty() ? "" : arguments.front();
  if (arguments.size() > 1) return usage("expected nothing after " + option);
  int code = 0;
  if (option.empty() || option == "--long") {
    code = hallmark::lemmas::run(option == "--long", std::cout);
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
