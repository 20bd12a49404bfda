// compose: mechanisms that are run one after the other.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "hallmark/judge.hpp"

namespace hallmark {

/// A mechanism, or the pair that dominates it, run `rounds` times.
struct Part {
  std::string mechanism;      // the first word of an id of quantities(): "poisson-gaussian"
  ParameterTexts parameters;  // of one round
  long rounds = 1;
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

/// Decides that the number of a composition lies between the two decimals of its enclosure, for the sake of the certificate.
/// Kind:      exact: undecided where the certificate format has no words for a part, or no line proves both ends
/// Domain:    the parts, and the enclosure that compose gave of them; options as there, otherwise throws InputError
[[nodiscard]] Decision certify(const std::vector<Part>& parts, const Enclosure& enclosure, const Options& options = {});

}  // namespace hallmark
