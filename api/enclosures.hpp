// From the answers of bounds/ to the values that the public headers speak of.
#pragma once

#include "bounds/claim.hpp"
#include "hallmark/evaluate.hpp"

namespace hallmark {

/// The time limit of the options.
/// Domain:    0.001 <= seconds <= 10^7; otherwise throws InputError
[[nodiscard]] Budget start(const Options& options);

/// One evaluation; `phases` are those of composition.*.
/// Domain:    as evaluate of hallmark/evaluate.hpp
[[nodiscard]] Enclosure enclose(const Entry& entry, const ParameterTexts& parameters, const Options& options,
                                std::shared_ptr<const std::vector<composition::Phase>> phases = {});

/// Has what FLINT keeps for the calling thread freed when that thread ends. Every call that computes begins with it.
void free_caches_at_thread_end();

/// An answer as values; each end of a bracket keeps `digits` digits at least.
[[nodiscard]] Enclosure enclosure_of(const Term& term, const Answer& answer, long digits);

}  // namespace hallmark
