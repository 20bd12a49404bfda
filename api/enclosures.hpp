// From the answers of bounds/ to the values that the public headers speak of.
#pragma once

#include "bounds/claim.hpp"
#include "bounds/proof.hpp"
#include "hallmark/evaluate.hpp"

namespace hallmark {

/// The time limit of the options.
/// Domain:    0.001 <= seconds <= 10^7; otherwise throws InputError
[[nodiscard]] Budget start(const Options& options);

/// Phases of composition.* that no parameter names.
struct ListedPhases {
  std::shared_ptr<const std::vector<composition::Phase>> phases = {};
  std::string text = {};  // as a parameter would
};

/// One evaluation: the one way from texts to an answer.
/// Domain:    as evaluate of hallmark/evaluate.hpp
[[nodiscard]] Enclosure enclose(std::shared_ptr<const Entry> entry, const ParameterTexts& parameters,
                                const Options& options, ListedPhases listed = {});

/// Has what FLINT keeps for the calling thread freed when that thread ends. Every call that computes begins with it.
void free_caches_at_thread_end();

/// A row of the registry, which nobody frees.
[[nodiscard]] std::shared_ptr<const Entry> shared_row(std::string_view id);

/// An answer as values; its statement has the ends rounded outward to so many digits.
[[nodiscard]] Enclosure enclosure_of(std::shared_ptr<const Proof> proof, std::int64_t digits);

}  // namespace hallmark
