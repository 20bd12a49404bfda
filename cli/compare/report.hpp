// What `hallmark compare` has found: for people, as JSON, as JUnit XML, and as CI services show it.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "cli/compare/golden.hpp"
#include "cli/compare/verdict.hpp"
#include "cli/io/exit_status.hpp"

namespace hallmark::cli {

struct ComparedRow {
  const Golden* golden = nullptr;
  std::optional<Side> side = {};  // nothing: no number was returned
  std::string value = {};         // as it was written
  std::string seconds = {};
  Judgement judgement = {};
  std::string asked_again = {};  // why an earlier process of the accountant did not answer
  std::string worse = {};        // than in the baseline, in words
};

struct Comparison {
  std::vector<ComparedRow> rows;  // one a vector, in their order
  std::optional<std::string> slack = {};
  std::size_t unknown = 0;         // rows whose id no vector has
  std::string first_unknown = {};  // "path:line: id"
  std::size_t asked_of = 0;        // how many rows there would be: more than there are after Ctrl-C
  bool has_baseline = false;       // then what counts is which rows are worse than before

  [[nodiscard]] std::size_t count(RowVerdict verdict) const;
  /// Rows that a second process of the accountant answered.
  [[nodiscard]] std::size_t asked_again() const;
};

/// Whether a number was held against a vector at all: a comparison of skipped rows proves nothing.
[[nodiscard]] bool has_judged(const Comparison& comparison);

/// 1 if a row is unsound; 2 if one is loose, missing, lost or not a number, or if none is judged; 0 otherwise. With a
/// baseline: 1 if a row is newly unsound; 2 if one is worse in another way, or if none is judged.
[[nodiscard]] ExitStatus status(const Comparison& comparison);

/// Counts by quantity, then the rows that are not fine; every row with `all`.
[[nodiscard]] std::string table(const Comparison& comparison, bool all, bool colours);
[[nodiscard]] Json report_json(const Comparison& comparison);
/// In Markdown: counts by quantity, and the first rows that fail or, with a baseline, are worse than in it.
[[nodiscard]] std::string summary(const Comparison& comparison);
/// The same rows as workflow commands of GitHub, a line each: unsound ones are errors, others warnings.
[[nodiscard]] std::string annotations(const Comparison& comparison);
/// Unsound and loose rows are failures, missing, lost and no numbers are errors.
[[nodiscard]] std::string junit(const Comparison& comparison);

}  // namespace hallmark::cli
