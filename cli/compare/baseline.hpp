// A baseline: what an accountant answered before. A later comparison may be no worse, row by row: a ratchet.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "cli/compare/report.hpp"

namespace hallmark::cli {

class Baseline {
 public:
  /// Domain:    as data/schema/baseline-v1.schema.json has it; otherwise throws InputError "path:line:column: ..."
  Baseline(std::string_view path, std::string_view text);

  /// How a row is worse than it was, in words; empty where it is not. A row that was not there before may be what it likes,
  /// but not unsound.
  [[nodiscard]] std::string worse(const ComparedRow& row) const;

 private:
  struct Before {
    std::string verdict;
    std::optional<Side> side;
    std::string value;
  };
  std::map<std::string, Before, std::less<>> rows_;  // by the ids of vectors
};

/// The text that a Baseline reads, of these rows.
[[nodiscard]] std::string baseline_text(const Comparison& comparison);

}  // namespace hallmark::cli
