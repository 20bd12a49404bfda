// The parameter of Gaussian differential privacy that a delta stays below, down to a floor: both ends from a few points.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "bounds/registry.hpp"

namespace hallmark::risk {

/// What is asked: a delta that is convex in e^eps on eps >= 0, the floor, the digits. `target`: a mu that is to be proved
/// an upper end, in place of the least that can be.
struct GdpQuestion {
  std::function<Bracket(const Rational& eps, slong digits)> delta;
  Number floor;
  slong digits = 6;
  std::size_t most_points = 400;
  std::optional<Rational> target = {};
};

/// mu = inf {m >= 0 : delta(eps) <= max(delta of m-GDP at eps, floor) for every eps >= 0} is in [lo, hi].
struct GdpParameter {
  Rational lo;
  std::optional<Rational> hi;      // nothing: none was proved
  Rational best = 0;               // the eps that proves lo
  std::vector<Rational> points;    // the eps that prove hi, increasing
  std::vector<Rational> tangents;  // of each cell between them: the eps whose tangent lies above its chord
  bool reached = false;
};

/// Kind:      encloses
/// Units:     mu of Gaussian differential privacy, the mean of a normal law of variance 1
/// Domain:    a floor in [0, 1); throws InputError that begins with `id` where delta does not come down to it
/// Rigor:     below by one point; above a chord of delta between two points lies below a tangent of the delta of mu, which
///            is convex in e^eps
/// Source:    [DRS19] Definition 2.6; PROOFS.md section 19.5
/// Cost:      20 to 200 evaluations of delta
[[nodiscard]] GdpParameter gdp_parameter(std::string_view id, const GdpQuestion& question, const Budget& budget);

/// The same of a row's delta; closed forms of Gaussian noise.
/// Kind:      encloses, as the row
/// Units:     as gdp_parameter
/// Domain:    arguments of X.mu; throws InputError as gdp_parameter
/// Source:    as gdp_parameter
/// Cost:      20 to 200 evaluations of the row
[[nodiscard]] Answer gdp_parameter_of(const Entry& delta, const Arguments& arguments, const Request& request);

}  // namespace hallmark::risk
