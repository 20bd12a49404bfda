// What a certificate about Poisson batches suggests to the checker: inversions, coarse where the claim is.
#pragma once

#include <optional>
#include <vector>

#include "bounds/batch/poisson_gaussian.hpp"
#include "bounds/batch/poisson_phase_line.hpp"
#include "bounds/batch/poisson_transform.hpp"
#include "bounds/delta_end.hpp"
#include "bounds/witness.hpp"

namespace hallmark::poisson_gaussian {

/// A line of nodes as a certificate states it.
/// Kind:      exact
[[nodiscard]] inline witness::Rule rule_of(const Line& line) {
  return {line.step, line.height, line.reach, line.first, line.last};
}

/// An inversion that is as good as any other: for an end that needs none.
/// Kind:      a proposal
[[nodiscard]] inline witness::Inversion formal_inversion(Direction direction) {
  return {direction, 1, 1, 2, 1, 1, std::vector<witness::Rule>(5, {1, 1, 1, 0, 0})};
}

/// Adds the five rules of a step to an inversion.
/// Kind:      exact
inline void add_rules(witness::Inversion& inversion, const composition::BatchLines& lines) {
  for (const Line* line : {&lines.values, &lines.norm, &lines.beyond, &lines.right, &lines.left}) {
    inversion.rules.push_back(rule_of(*line));
  }
}

/// The inversions of proofs-check/FORMAT.md for one end: with direction both an upper end has those of both directions,
/// a lower end that of one which proves it. Nothing where none was found that the checker has the time for.
/// Kind:      a proposal: any inversion encloses, and the checker proves what it needs
/// Domain:    as delta() of poisson_gaussian.hpp
/// Cost:      a few tables of LaplaceTable, no finer than the claim asks for
[[nodiscard]] std::optional<std::vector<witness::Inversion>> inversions(const Mechanism& mechanism, Direction direction,
                                                                        const DeltaEnd& end, const Budget& budget);

}  // namespace hallmark::poisson_gaussian
