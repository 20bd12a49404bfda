// Long work: independent pieces on all cores, handed over in order as they are done, and remembered in a ledger.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/work/ledger.hpp"

namespace hallmark::cli {

/// What is to be done. A piece gives a text, from which `deliver` makes what people read.
struct Work {
  std::size_t count = 0;
  std::string_view unit;  // what a piece is, in the plural: "rows"
  /// Everything that the result of a piece depends on: what a ledger finds it by.
  std::function<std::string(std::size_t)> key;
  /// The result, computed on some thread; nothing after Ctrl-C.
  std::function<std::optional<std::string>(std::size_t)> compute;
  /// Called in order, on the calling thread, as soon as a piece and all before it are done.
  std::function<void(std::size_t, const std::string&)> deliver;
  /// Neighbours with the same number share a table: one thread does them one after the other. Empty: each by itself.
  std::function<std::size_t(std::size_t)> table = {};
  /// Whether a result is worth keeping for the next run; empty: all are.
  std::function<bool(const std::string&)> keep = {};
};

struct WorkOptions {
  long jobs = 1;             // threads
  bool quiet = false;        // no progress
  Ledger* ledger = nullptr;  // none: an interrupted run begins again
};

/// Does all pieces, those in the ledger without computing them. Whether all were delivered: not after Ctrl-C, which
/// leaves what was finished in the ledger. What a piece or `deliver` throws ends the work and is thrown again.
[[nodiscard]] bool do_work(const Work& work, const WorkOptions& options);

}  // namespace hallmark::cli
