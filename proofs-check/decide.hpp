#pragma once

#include <functional>
#include <optional>
#include <string>

#include "certificate.hpp"
#include "clones_sum.hpp"

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

/// Proves `quantity RELATION target` or does not; RELATION is not `in`. Tries 64 bits, then `bits`, 2 bits and 4
/// bits.
/// Rigor:    the exact number is compared exactly; else the end of the enclosure that the relation needs, with a
///           rational exactly and with ln(r), exp(r) by its enclosure. A comparison that is not proved is never
///           guessed.
[[nodiscard]] Outcome decide(const std::function<Value(Side, Effort)>& evaluate, Relation relation,
                             const Number& target, unsigned bits);

/// A divergence as a function of eps, not negative, nonincreasing. If `zero_from` is there: zero exactly from it on,
/// positive before; else positive everywhere.
struct Divergence {
  std::function<Value(const Number& eps, Side, Effort)> evaluate;
  std::optional<Number> zero_from;
};

/// Proves `divergence(eps) RELATION target`, with the cases that no enclosure decides (0 and the point from which it is
/// 0) taken exactly.
[[nodiscard]] Outcome decide_divergence(const Divergence& divergence, const Number& eps, Relation relation,
                                        const Number& target, unsigned bits);

}  // namespace hallmark::check
