// compose: mechanisms that are run one after the other.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hallmark/evaluate.hpp"

namespace hallmark {

/// A mechanism, or the pair that dominates it, run `rounds` times.
struct Part {
  std::string mechanism;      // the first word of an id of quantities(): "poisson-gaussian"
  ParameterTexts parameters;  // of one round
  std::int64_t rounds = 1;
};

/// Encloses composition.delta or composition.epsilon of a list of mechanisms.
/// Kind:      encloses
/// Domain:    one of these two ids, at least one part, all of one adjacency, parameters in their domains, 1 <= rounds <= 10^15;
///            otherwise throws InputError
/// Example:   const std::vector<Part> parts{{"clones", {{"n", "2"}, {"eps0", "ln(3)"}}, 1}};
///            const ParameterTexts at{{"eps", "ln(3/2)"}, {"direction", "both"}};
///            compose("composition.delta", parts, at).lo_binary64 <= 0.3125
///            -> true
[[nodiscard]] Enclosure compose(std::string_view quantity, const std::vector<Part>& parts,
                                const ParameterTexts& parameters, const Options& options = {});

}  // namespace hallmark
