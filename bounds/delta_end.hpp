// One end of a claim as one on delta, as certificates prove it.
#pragma once

#include "bounds/arguments.hpp"

namespace hallmark {

/// That delta(eps) is at most (upper), or at least, `value`.
struct DeltaEnd {
  Number eps;
  Number value;
  bool upper;

  /// Whether it holds without any computation: delta is at least 0 and at most 1.
  /// Kind:      exact
  [[nodiscard]] bool is_trivial() const { return upper ? less_equal(1, value) == Truth::yes : value.sign() <= 0; }
  /// That of a lower end; what the checker computes for an upper end it computes for 1 as for any other.
  /// Kind:      exact
  [[nodiscard]] bool is_nothing_below() const { return !upper && is_trivial(); }
};

/// An end `claimed` of the parameter delta, eps or sigma that the arguments do not have; from below eps and sigma are at
/// least 0 without any computation, as delta is.
/// Kind:      exact
[[nodiscard]] inline DeltaEnd delta_end(const Arguments& x, const Number& claimed, bool upper) {
  if (!x.has("delta")) return {x.number("eps"), claimed, upper};
  const bool of_eps = !x.has("eps");
  if (!upper && claimed.sign() <= 0) return {of_eps ? Number(0) : x.number("eps"), 0, upper};
  return {of_eps ? claimed : x.number("eps"), x.number("delta"), upper};
}

}  // namespace hallmark
