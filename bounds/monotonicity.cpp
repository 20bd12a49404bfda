#include "bounds/monotonicity.hpp"

#include <algorithm>
#include <array>

namespace hallmark {
namespace {

struct Monotone {
  std::string_view family;
  std::string_view parameter;
  bool grows;
  std::string_view proof;
};

constexpr std::string_view more_noise = "noise added to the output is a post-processing";
constexpr std::string_view fewer_rounds = "leaving out the output of a round is a post-processing";
constexpr std::string_view smaller_rate =
    "the best events of a step are half-lines, likelier at a larger rate with the record and no likelier without; steps compose";

// Of the families' own pairs, hence of their delta and their epsilon; whatever the adjacency and the group: the ratio
// of a step's laws is monotone in its output for each of these pairs.
constexpr std::array rows{
    Monotone{"gaussian", "sigma", false, more_noise},         Monotone{"gaussian", "rounds", true, fewer_rounds},
    Monotone{"poisson-gaussian", "sigma", false, more_noise}, Monotone{"poisson-gaussian", "steps", true, fewer_rounds},
    Monotone{"poisson-gaussian", "rate", true, smaller_rate}, Monotone{"allocation", "sigma", false, more_noise},
    Monotone{"allocation", "epochs", true, fewer_rounds},     Monotone{"clones", "rounds", true, fewer_rounds},
};

}  // namespace

std::optional<Monotonicity> monotonicity(const Entry& entry, std::string_view parameter) {
  // Only exact numbers of a pair or mechanism: what a formula or a bracket does between two settings is another matter.
  if (entry.kind != Kind::exact) return std::nullopt;
  const auto dot = entry.id.find('.');
  const std::string_view family = entry.id.substr(0, dot);
  const std::string_view ending = entry.id.substr(dot);
  if (ending == ".delta" && parameter == "eps") return Monotonicity{false, "a hockey-stick divergence falls in eps"};
  if (ending == ".epsilon" && parameter == "delta") {
    return Monotonicity{false, "the least eps of a falling profile falls in delta"};
  }
  if (ending != ".delta" && ending != ".epsilon") return std::nullopt;
  const auto row = std::find_if(rows.begin(), rows.end(),
                                [&](const Monotone& r) { return r.family == family && r.parameter == parameter; });
  if (row == rows.end()) return std::nullopt;
  return Monotonicity{row->grows, row->proof};
}

}  // namespace hallmark
