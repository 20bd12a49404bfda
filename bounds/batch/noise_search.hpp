// The least noise at which the delta of a row of batches is small enough, by asking that row.
#pragma once

#include <functional>
#include <string_view>
#include <vector>

#include "bounds/registry.hpp"
#include "exact/bracket.hpp"

namespace hallmark {

/// A route of the row, and the digits to ask of it.
struct NoiseRoute {
  std::string_view name;
  slong digits;
};

/// What to ask, and what is known of the noise.
struct NoiseSearch {
  std::string_view id;             // the delta, nonincreasing in its parameter sigma
  Direction direction;             // asked for, where the row has directions
  Rational most;                   // proved: delta there is at most the target
  Rational start;                  // where to begin: a proposal
  bool lower_end_alone;            // only the lower end of the row's answers counts
  std::vector<NoiseRoute> routes;  // one after the other, until one tells on which side of the target delta is
};

/// delta at one sigma, as far as it takes to compare it with the target; nothing where every route refuses.
/// Kind:      encloses; with lower_end_alone the row's lower end
/// Domain:    as smallest_noise
/// Source:    the row
[[nodiscard]] Ball delta_at(const NoiseSearch& problem, const Rational& sigma, const Arguments& arguments,
                            const Budget& budget);

/// inf {sigma > 0 : delta <= target} for the other parameters of the arguments, which name the target `delta`.
/// Kind:      encloses; with lower_end_alone only the lower end is proved
/// Units:     of the sensitivity
/// Domain:    0 <= most; a row with the parameter sigma
/// Rigor:     an end moves only where the row's own enclosure is proved to be above, at most the target
/// Source:    delta is nonincreasing in sigma: independent normal noise added to every output is a post-processing
/// Cost:      at most 24 evaluations of the row by every route
[[nodiscard]] Inversion smallest_noise(const NoiseSearch& problem, const Arguments& arguments, const Request& request);
/// The same for one direction, or the larger of both.
/// Kind:      encloses, as above
/// Domain:    as above, for the problem of each direction
/// Rigor:     direction both is the larger of two deltas, so its inverse is the larger of two inverses
[[nodiscard]] Inversion smallest_noise(const std::function<NoiseSearch(Direction)>& problem, Direction direction,
                                       const Arguments& arguments, const Request& request);

}  // namespace hallmark
