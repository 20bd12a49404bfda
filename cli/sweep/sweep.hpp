// Many questions about one quantity: asked on all cores, answered in order, gone on with after a stop.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bounds/registry.hpp"
#include "cli/io/exit_status.hpp"
#include "cli/io/options.hpp"
#include "cli/sweep/questions.hpp"
#include "cli/work/work.hpp"
#include "hallmark/evaluate.hpp"

namespace hallmark::cli {

struct Sweep {
  const Entry* entry;
  std::vector<Arguments> questions;  // in order
  // Of each question; thresholds where a table is shared.
  std::function<Enclosure(const ParameterTexts&, const std::vector<std::string>& thresholds)> ask;
  std::string what;  // everything else that the answers depend on: part of the ledger's keys
  long digits;
  Format format;
};

/// The checked arguments of all questions.
/// Domain:    throws InputError that names every question that is refused (up to ten), each with its place
[[nodiscard]] std::vector<Arguments> checked(const Entry& entry, const Questions& questions);

/// Writes the answers to a file, or to standard output where the path is empty, in the format. The worst status of all:
/// bad_input where a theorem does not hold at a question, undecided where digits are missing.
[[nodiscard]] ExitStatus run_sweep(const Sweep& sweep, const std::string& out, long jobs, bool quiet);

}  // namespace hallmark::cli
