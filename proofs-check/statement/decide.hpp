#pragma once

#include <functional>
#include <optional>
#include <string>

#include "shuffle/clones_sum.hpp"
#include "statement/certificate.hpp"

namespace hallmark::check {

/// Which end of an enclosure a claim needs. An evaluation asked for one side may leave the other end trivial.
enum class Side { lower, upper };

/// What an evaluation found: an enclosure and, where it is known, the exact rational.
struct Value {
  Interval enclosure;
  std::optional<Rational> exact;
};

/// The result of one step: verified, or the step and the rule that failed.
struct Outcome {
  bool verified = false;
  std::string step;
  std::string rule;

  [[nodiscard]] static Outcome yes() { return {true, {}, {}}; }
  [[nodiscard]] static Outcome no(std::string step, std::string rule) {
    return {false, std::move(step), std::move(rule)};
  }
};

/// What the witness suggests: bits, or cells of the grid for a quantity that is evaluated on one.
struct Hints {
  Hints(unsigned bits_) : bits(bits_) {}                                     // NOLINT: bits alone are a hint
  Hints(const Witness& witness) : bits(witness.bits), grid(witness.grid) {}  // NOLINT
  unsigned bits;
  std::optional<Integer> grid = {};
};

/// Proves `quantity RELATION target` or does not; RELATION is not `in`. Tries 64 bits, then `bits`, 2 bits and 4
/// bits; with a grid 64 bits on the grid of that many cells, then of twice and four times as many.
/// Rigor:    the exact number is compared exactly; else the end of the enclosure that the relation needs, with a
///           rational exactly and with ln(r), exp(r) by its enclosure. A comparison that is not proved is never
///           guessed.
[[nodiscard]] Outcome decide(const std::function<Value(Side, Effort)>& evaluate, Relation relation,
                             const Number& target, const Hints& hints);

/// A divergence as a function of eps, not negative, nonincreasing.
struct Divergence {
  std::function<Value(const Number& eps, Side, Effort)> evaluate;
  /// Where eps stands to the point from which the divergence is exactly 0; before that point it is positive. Empty:
  /// positive everywhere.
  std::function<Order(const Number& eps)> to_zero_point = {};
};

/// Proves `divergence(eps) RELATION target`, with the cases that no enclosure decides (0 and the point from which it is
/// 0) taken exactly.
[[nodiscard]] Outcome decide_divergence(const Divergence& divergence, const Number& eps, Relation relation,
                                        const Number& target, const Hints& hints);

}  // namespace hallmark::check
