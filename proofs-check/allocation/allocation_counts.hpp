#pragma once

#include <optional>
#include <vector>

#include "basic/outcomes.hpp"

namespace hallmark::check {

/// `selected` of `steps` steps of one epoch, drawn uniformly, in one direction.
struct SelectedSteps {
  Count steps;
  Count selected;
  bool remove;
};

/// delta of the allocation of a step that has so many outcomes, by how often each of them occurs.
/// Kind:     exact; encloses
/// Domain:   1 <= selected <= steps; masses at least 0 of the sum 1; throws TooMuchWork where the counts are too many
/// Rigor:    PROOFS.md 20.6
/// Cost:     selected operations a vector of counts
[[nodiscard]] Rational counted_delta(const std::vector<Rational>& p, const std::vector<Rational>& q,
                                     const SelectedSteps& scheme, const Rational& w);
[[nodiscard]] Interval counted_delta(const std::vector<Rational>& p, const std::vector<Rational>& q,
                                     const SelectedSteps& scheme, const Interval& w);
[[nodiscard]] Interval counted_delta(const Outcomes& step, const SelectedSteps& scheme, const Interval& w);

}  // namespace hallmark::check
