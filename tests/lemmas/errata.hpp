#pragma once

#include <iosfwd>
#include <span>
#include <string_view>

namespace hallmark::lemmas {

/// A statement that does not hold as it is printed. Everything that can be computed about it is computed: its smallest
/// instance is the counterexample of the checks named in `refuted`, the evidence for the corrected statement are the
/// checks named in `holds`.
struct Erratum {
  std::string_view paper;      ///< key of REFERENCES.md
  std::string_view subject;    ///< a few words
  std::string_view edition;    ///< which text prints it; which corrects it
  std::string_view where;      ///< place in that text
  std::string_view printed;    ///< what is printed, paraphrased
  std::string_view corrected;  ///< what holds
  std::string_view refuted;    ///< ids of the checks of the printed form, separated by spaces
  std::string_view holds;      ///< ids of the checks of the corrected form, separated by spaces
};

/// A step of a proof that is taken without a reason, and what became of the statement that rests on it.
struct Gap {
  std::string_view paper;
  std::string_view edition;
  std::string_view where;
  std::string_view step;
  std::string_view state;
  std::string_view checks;  ///< ids, may be empty
};

/// A slip of the pen that misleads nobody for long.
struct Slip {
  std::string_view paper;
  std::string_view where;
  std::string_view text;
};

/// In the order of the page: the papers of shuffling, of batches, of random allocation; then published programs.
[[nodiscard]] std::span<const Erratum> errata();
[[nodiscard]] std::span<const Gap> gaps();
[[nodiscard]] std::span<const Slip> slips();

/// Runs every check that the page names, at the sizes of the normal run, and prints data/ERRATA-papers.md. Returns 1,
/// after a line on `complaints` for each, if a named check does not exist or does not meet its expectation.
[[nodiscard]] int print_errata(std::ostream& out, std::ostream& complaints);

}  // namespace hallmark::lemmas
