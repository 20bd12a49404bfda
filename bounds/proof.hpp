// Proof: what an Enclosure keeps of its making, so that nobody has to evaluate again.
#pragma once

#include <memory>
#include <string>

#include "bounds/registry.hpp"

namespace hallmark {

/// A quantity at checked parameters and the answer that was proved of it.
struct Proof {
  std::shared_ptr<const Entry> entry;
  Arguments arguments;
  Answer answer;
  std::string phases = {};  // of a composition that was given as a list: the parameter `phases` of its certificate

  /// The quantity as a certificate can state it.
  /// Kind:      exact
  /// Domain:    an answer of that entry at these arguments
  [[nodiscard]] Term term() const {
    if (phases.empty()) return {entry.get(), arguments};
    ParameterTexts texts = arguments.canonical();
    texts["phases"] = phases;
    return {entry.get(), entry->arguments(texts)};
  }
};

/// The two decimals of a statement.
struct StatedEnds {
  std::string lo, hi;
};

/// Both ends of an answer rounded outward to so many digits; one number that is a short decimal stands in full.
/// Kind:      encloses
/// Domain:    digits >= 1
[[nodiscard]] StatedEnds stated_ends(const Answer& answer, slong digits);

}  // namespace hallmark
