#include "statement/decide.hpp"

#include <algorithm>
#include <vector>

namespace hallmark::check {

namespace {

Truth from_order(Order order, Relation relation) {
  if (order == Order::unknown) return Truth::unknown;
  const bool holds = (relation == Relation::less_equal && order != Order::greater) ||
                     (relation == Relation::less && order == Order::less) ||
                     (relation == Relation::greater_equal && order != Order::less) ||
                     (relation == Relation::greater && order == Order::greater);
  return holds ? Truth::yes : Truth::no;
}

Truth negated(Truth truth) {
  if (truth == Truth::unknown) return truth;
  return truth == Truth::yes ? Truth::no : Truth::yes;
}

Truth from_enclosure(const Interval& value, Relation relation, const Number& target) {
  const auto below = [&](bool strict) {
    if (target.kind == Number::Kind::rational)
      return strict ? less(value, target.argument) : less_equal(value, target.argument);
    const Interval other = enclose(target, value.precision() + 64);
    return strict ? less(value, other) : less_equal(value, other);
  };
  switch (relation) {
    case Relation::less_equal:
      return below(false);
    case Relation::less:
      return below(true);
    case Relation::greater_equal:
      return negated(below(true));
    case Relation::greater:
      return negated(below(false));
    case Relation::in:
      break;
  }
  return Truth::unknown;
}

/// s >= 0 with target about 2^-s or larger: how far below 1 the comparison happens.
unsigned long scale_of(const Number& target) {
  const Interval rough = enclose(target, 64);
  if (!rough.finite()) return 0;
  if (mpfr_sgn(rough.lo()) <= 0) return 0;
  const long exponent = mpfr_get_exp(rough.lo());
  if (exponent < -(1L << 24)) throw TooMuchWork();
  return static_cast<unsigned long>(std::max(0L, 2 - exponent));
}

}  // namespace

Outcome decide(const std::function<Value(Side, Effort)>& evaluate, Relation relation, const Number& target,
               const Hints& hints) {
  const Side side = has_upper_end(relation) ? Side::upper : Side::lower;
  const unsigned long scale = scale_of(target);
  std::vector<Effort> tries = {{64, scale}};
  if (hints.grid) {
    tries = {{64, scale, *hints.grid}, {64, scale, *hints.grid * 2}, {64, scale, *hints.grid * 4}};
  } else {
    for (const unsigned bits : {hints.bits, 2 * hints.bits, 4 * hints.bits}) {
      if (bits != tries.back().bits) tries.push_back({bits, scale});
    }
  }
  const std::string claim =
      std::string(to_text(relation)) + " " + (to_text(target).size() < 100 ? to_text(target) : "the value");
  for (const Effort& effort : tries) {
    const Value value = evaluate(side, effort);
    const Truth truth = value.exact
                            ? from_order(compare(Number{Number::Kind::rational, *value.exact}, target), relation)
                            : from_enclosure(value.enclosure, relation, target);
    if (truth == Truth::yes) return Outcome::yes();
    if (truth == Truth::no) return Outcome::no("comparison", claim + " is not what the recomputation gives");
    if (value.exact) break;
  }
  return Outcome::no("comparison", claim + " is undecided at " +
                                       (hints.grid ? tries.back().grid.text() + " cells a unit"
                                                   : std::to_string(tries.back().bits) + " bits"));
}

Outcome decide_divergence(const Divergence& divergence, const Number& eps, Relation relation, const Number& target,
                          const Hints& hints) {
  const Order target_sign = compare(target, Rational(0));
  if (target_sign == Order::unknown) return Outcome::no("comparison", "the sign of the value is undecided");
  if (divergence.to_zero_point) {
    const Order order = divergence.to_zero_point(eps);
    if (order == Order::unknown) return Outcome::no("comparison", "eps is not separated from where delta becomes 0");
    if (order != Order::less) {
      // The divergence is exactly 0.
      if (from_order(compare(Number{}, target), relation) == Truth::yes) return Outcome::yes();
      return Outcome::no("comparison", "delta is exactly 0 at this eps");
    }
  }
  if (target_sign != Order::greater) {
    // The divergence is positive, the target is not.
    if (!has_upper_end(relation)) return Outcome::yes();
    return Outcome::no("comparison", "delta is positive");
  }
  return decide([&](Side side, Effort effort) { return divergence.evaluate(eps, side, effort); }, relation, target,
                hints);
}

}  // namespace hallmark::check
