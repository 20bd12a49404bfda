// Puts files to the readers of cli: lines "FORMAT PATH" on standard input, a line "accepted" or the refusal for each.
#include <fmt/format.h>

#include <iostream>
#include <string>

#include "cli/claims_file.hpp"
#include "cli/compare/results.hpp"
#include "cli/compose_file.hpp"
#include "cli/io/files.hpp"
#include "cli/shards/plan.hpp"
#include "cli/vectors/errata.hpp"
#include "cli/vectors/vector_reader.hpp"
#include "exact/error.hpp"

namespace {

using namespace hallmark::cli;

void read(const std::string& format, const std::string& path) {
  const std::string text = read_file(path, std::size_t{1} << 27);
  if (format == "vectors") {
    (void)read_vectors(path, text);
  } else if (format == "errata") {
    (void)read_errata(path, text);
  } else if (format == "claims" || format == "register") {
    (void)parse_claims(path, text);
  } else if (format == "expected") {
    (void)parse_expected(path, text);
  } else if (format == "compose") {
    (void)parse_compose(path, text);
  } else if (format == "results") {
    read_results(path, Side::estimate, [](const ResultRow&) {});
  } else if (format == "sweep") {
    (void)shards::parse_plan(path, text);
  } else {
    throw hallmark::InputError("no such format: " + format);
  }
}

}  // namespace

int main() {
  std::string format;
  std::string path;
  while (std::cin >> format >> path) {
    try {
      read(format, path);
      std::cout << "accepted\n";
    } catch (const hallmark::InputError& error) {
      std::cout << error.what() << '\n';
    }
  }
  return 0;
}
