// What became of every numbered statement, algorithm, table and figure of the five papers: computed, checked as a lemma, drawn, or why not.
#pragma once

#include <span>
#include <string_view>

namespace hallmark {

struct PaperStatement {
  std::string_view paper;        // key of REFERENCES.md
  std::string_view number;       // "Theorem 3.1", with the version where numbers differ between versions
  std::string_view subject;      // in a few words
  std::string_view ids;          // quantities that compute it, separated by spaces
  std::string_view lemmas;       // executable checks of hallmark-lemmas, separated by spaces
  std::string_view note;         // why there is neither, or what to know about it
  std::string_view tables = {};  // of `hallmark table` that draw it, separated by spaces
};

/// Every numbered statement, algorithm, table and figure of [KHH21], [CGKKMSZ24], [FS25] (both versions), [FMT21], in the papers' order.
[[nodiscard]] std::span<const PaperStatement> paper_statements();

}  // namespace hallmark
