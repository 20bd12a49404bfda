// Family: what the basic mechanisms have in common: delta, epsilon and the noise that a target needs, from one round.
#pragma once

#include <functional>
#include <limits>
#include <optional>
#include <vector>

#include "bounds/basic/certifiers.hpp"
#include "bounds/basic/threshold.hpp"
#include "bounds/composition/composition.hpp"
#include "bounds/registry.hpp"

namespace hallmark::basic {

/// delta and its slope at a threshold, at one precision.
using Curve = std::function<Sample(const Threshold& threshold)>;

/// A pair: one round of it as a phase of a composition, and a sum of its own for several rounds.
struct Law {
  composition::Phase phase;
  /// The curve of so many rounds in one direction, about `bits` bits; nothing where only compositions give it. It
  /// asks the budget, which must outlive it.
  std::function<std::optional<Curve>(Direction direction, slong rounds, slong bits, const Budget& budget)> curve;
  std::string_view method;  // in words
  /// Up to so many rounds a curve costs less than a grid of a few digits.
  slong cheap_rounds = std::numeric_limits<slong>::max();
};

/// What one family has of its own.
struct Family {
  std::string_view name;  // of its quantities NAME.delta, NAME.epsilon and NAME.NOISE
  Law (*law)(const Arguments& arguments);
  std::string_view noise = {};  // the parameter that the inverse is about; empty: there is none
  bool grows = false;           // delta rises with it: the largest is asked for
  /// The noise at which the largest log ratio of one round is `reach`: the answer at delta 0, where there is one.
  Ball (*noise_of_reach)(const Arguments& arguments, const Ball& reach) = nullptr;
  /// How many rounds there are of the law.
  slong (*rounds)(const Arguments& arguments) = [](const Arguments& x) { return x.count("rounds"); };
  const Certifier* delta_certifier = &lattice_delta_certifier;
  const Certifier* epsilon_certifier = &lattice_epsilon_certifier;
  const Certifier* inverse_certifier = &lattice_noise_certifier;
};

/// The rows of a family: its delta, its epsilon, and its inverse where it has one.
[[nodiscard]] std::vector<Entry> family_rows(const Family& family);

/// delta and epsilon of a law, over the directions asked for.
/// Kind:      encloses
/// Units:     eps in nats, at least 0
/// Domain:    rounds >= 1, 0 <= delta <= 1; otherwise throws InputError that begins with `id`
/// Source:    that of the law
[[nodiscard]] Answer delta_answer(const Law& law, slong rounds, const Number& eps, const Arguments& x,
                                  const Request& r);
[[nodiscard]] Answer epsilon_answer(const Law& law, slong rounds, const Number& delta, const Arguments& x,
                                    const Request& r);

/// The largest or smallest value of the parameter `noise` at which delta(eps) <= delta.
/// Kind:      encloses: both ends are compared, and delta is monotone in the parameter
/// Domain:    `at(value)` encloses delta(eps) there, or a number below it that exceeds the target; 0 < delta < 1; throws
///            InputError where no upper end is found
/// Source:    that of the family
struct NoiseQuestion {
  std::string_view id;
  bool grows;
  Rational least;  // the domain of the parameter
  Rational most;
  bool most_is_enough = false;  // no value of the parameter is beyond `most`
  std::function<Ball(const Rational& value, slong bits)> at;
  Number delta;
  bool rough_first = false;  // `at` costs little at few bits: MonotoneSearch
};
[[nodiscard]] Answer noise_answer(const NoiseQuestion& question, const Request& r);

}  // namespace hallmark::basic
