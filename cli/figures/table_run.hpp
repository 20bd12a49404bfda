// Evaluates the series of a figure through the registry.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <vector>

#include "cli/figures/figures.hpp"
#include "cli/figures/table_file.hpp"
#include "cli/vectors/certified.hpp"
#include "cli/work/ledger.hpp"

namespace hallmark::cli {

struct TableEffort {
  std::chrono::duration<double> seconds;  // one answer; a search takes at most five times as many
  long threads;
  bool certificates = false;  // of every point
  bool quiet = true;
  Ledger* ledger = nullptr;
  std::function<void(const TableRow&)> row = {};  // told of each row as it and all before it are there
};

struct TableRun {
  FigureTable table;
  bool complete = true;             // not after Ctrl-C
  std::vector<std::string> absent;  // series whose quantity this version does not have
  std::vector<std::string>
      refused;  // points where the quantity is not defined: beyond a theorem, or the range of a search
  std::vector<std::string> wide;           // points that have fewer digits than asked
  std::vector<std::string> missing;        // points without a row: the search ended without one
  std::vector<CertifiedVector> certified;  // a line for every row, where certificates are asked for
  std::vector<std::string> certificates;
};

/// Whether the registry has the series' quantity.
[[nodiscard]] bool is_available(const Series& series);

/// The text with x and p in their places.
[[nodiscard]] std::string filled(std::string text, const std::string& x, const std::string& p);

/// Every point of every series that is available, in the order of the figure. After Ctrl-C what there is.
/// Kind:      encloses: [lo, hi] holds the number that the kind of the series names; for a Solve the least p
/// Rigor:     a Solve keeps lo where the quantity is proved above its target and hi where it is proved at most it.
///            Certificates are of the printed ends, each verified by hallmark-check: of a Solve that the quantity is
///            above its target at lo and at most the target at hi
[[nodiscard]] TableRun run_table(const Figure& figure, const TableEffort& effort);

}  // namespace hallmark::cli
