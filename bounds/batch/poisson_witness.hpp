// What a certificate about Poisson batches suggests to the checker: inversions, coarse where the claim is.
#pragma once

#include <optional>
#include <string>

#include "bounds/batch/poisson_gaussian.hpp"

namespace hallmark::poisson_gaussian {

/// One end of a claim: that delta(eps) is at most (upper), or at least, `value`.
struct End {
  Number eps;
  Number value;
  bool upper;
};

/// The lines `contour-...` and `rule ...` of proofs-check/FORMAT.md for one end, each with its line feed: with
/// direction both an upper end has inversions of both directions, a lower end that of one which proves it. Nothing
/// where none was found that the checker has the time for. Kind:      a proposal: any inversion encloses, and the
/// checker proves what it needs Cost:      a few tables of LaplaceTable, no finer than the claim asks for
[[nodiscard]] std::optional<std::string> inversion_lines(const Mechanism& mechanism, Direction direction,
                                                         const End& end, const Budget& budget);

}  // namespace hallmark::poisson_gaussian
