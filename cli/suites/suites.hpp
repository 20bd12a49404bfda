// Which vectors exist: suites of groups of cases, each case with the reason it is there.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "bounds/registry.hpp"

namespace hallmark::cli {

/// Why vectors with a flag exist, what a wrong answer to them means, where to read on.
struct Note {
  std::string_view flag;
  std::string_view description;
  std::string_view effect;
  std::vector<std::string_view> links;
};

/// One input with the reason why it stands in a suite.
struct Case {
  ParameterTexts parameters;
  std::string comment;
  std::vector<std::string_view> flags = {};  // besides those of its group
  bool smoke = false;                        // also in the suite `smoke`, with a certificate
  bool certified = false;                    // with a certificate in its own suite
  std::vector<std::string> thresholds = {};  // filled in: every eps of a group computed together
};

/// Cases of one quantity and one purpose.
struct Group {
  std::string_view quantity;
  std::string_view source;  // names the generator of the group
  long digits;              // proved for every value (for a bracket: for each end)
  bool exact;               // the exact fraction too
  std::vector<std::string_view> flags;
  std::vector<Case> cases;
  bool together = false;  // cases that differ in eps alone share one table
  /// Digits to ask for beyond those to publish. Fewer where they are costly: then the texts may depend on the algorithm.
  long spare = 8;
};

struct Suite {
  std::string_view name;
  std::vector<std::string> header;
  std::vector<Group> groups;
};

/// All suites in the order they are written; `smoke`, the last, is a selection of the others.
[[nodiscard]] std::span<const Suite> all_suites();
/// Throws InputError that lists the suites.
[[nodiscard]] const Suite& suite(std::string_view name);

/// The note of a flag; require()d to exist for every flag that a suite uses.
[[nodiscard]] const Note& note(std::string_view flag);

}  // namespace hallmark::cli
