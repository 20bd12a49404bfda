// Answers as rows: what hallmark eval prints for one question, in each of its formats.
#pragma once

#include <string>

#include "bounds/registry.hpp"
#include "cli/io/exit_status.hpp"
#include "cli/io/options.hpp"

namespace hallmark::cli {

/// A question that was asked and what came of it.
struct Answered {
  const Entry* entry;
  const Arguments* arguments;
  const Answer* answer;  // none: refused
  std::string refusal;   // why: the theorem does not hold there, or the time ended before anything was known
  bool late;             // the second of these
  long digits;
  double seconds;
};

/// The header of the CSV: the parameters of the quantity, then lo, hi (decimals of at most `digits` digits, rounded
/// outward), result (ok, undecided, error), kind, status, method, axioms and a note.
[[nodiscard]] std::string csv_header(const Entry& entry);

/// One answer in the format: a row of CSV, an object of JSON, lines of text or of LaTeX.
[[nodiscard]] std::string rendered(const Answered& answered, Format format);

/// ok, undecided or a refusal as an exit status.
[[nodiscard]] ExitStatus status_of(const Answered& answered);

}  // namespace hallmark::cli
