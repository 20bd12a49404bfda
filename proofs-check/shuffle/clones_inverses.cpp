#include "shuffle/clones_inverses.hpp"

#include "class_a.hpp"
#include "class_b.hpp"

namespace hallmark::check {

namespace {

Integer power_of_ten(int exponent) {
  Integer power = 1;
  for (int i = 0; i < exponent; ++i) power *= 10;
  return power;
}

/// Proves `clones.delta RELATION delta` where one parameter is the value.
Outcome at(const Quantity& quantity, std::string_view name, const Number& value, Relation relation,
           const Witness& witness, Budget& budget) {
  Quantity forward = quantity;
  forward.row = find_quantity("clones.epsilon");
  forward.parameters.insert_or_assign(std::string(name), value);
  const Divergence divergence =
      on_grid(forward) ? class_b_divergence(forward, witness, budget) : class_a_divergence(forward, witness, budget);
  Outcome outcome =
      decide_divergence(divergence, quantity.parameter("eps"), relation, quantity.parameter("delta"), witness);
  if (!outcome.verified) outcome.rule = "delta at the value: " + outcome.rule;
  return outcome;
}

Outcome holds_if(bool condition, const char* rule) {
  return condition ? Outcome::yes() : Outcome::no("comparison", rule);
}

}  // namespace

Outcome check_clones_eps0(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                          Budget& budget) {
  const bool upper = has_upper_end(relation);
  const Order sign = compare(value, Rational(0));
  if (sign == Order::unknown) return Outcome::no("comparison", "the sign of the value is undecided");
  if (sign != Order::greater) {
    // The supremum of positive numbers; of none, 0.
    return holds_if(!upper && (relation == Relation::greater_equal || sign == Order::less), "eps0 is not negative");
  }
  const bool one_round = quantity.parameter("rounds") == Number{Number::Kind::rational, 1};
  if (one_round && compare(quantity.parameter("delta"), Rational(0)) == Order::equal) {
    const Order order = compare(value, quantity.parameter("eps"));
    const bool equal = order == Order::equal;
    const bool weak = relation == Relation::less_equal || relation == Relation::greater_equal;
    return holds_if((equal && weak) || order == (upper ? Order::greater : Order::less), "eps0 at delta = 0 is eps");
  }
  if (compare(value, Rational(10000)) != Order::less ||
      compare(value, Rational(Integer(1), power_of_ten(30))) != Order::greater) {
    return Outcome::no("domain", "value: must satisfy 10^-30 < eps0 < 10000");
  }
  const Relation needed = upper                           ? Relation::greater
                          : relation == Relation::greater ? Relation::less
                                                          : Relation::less_equal;
  return at(quantity, "eps0", value, needed, witness, budget);
}

Outcome check_clones_n(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                       Budget& budget) {
  if (value.kind != Number::Kind::rational || value.argument > Rational(power_of_ten(15))) {
    return Outcome::no("domain", "value: must be rational and at most 10^15");
  }
  const Rational& v = value.argument;
  Integer floor = numerator(v) / denominator(v);  // towards 0
  if (v < 0 && Rational(floor) != v) floor -= 1;
  const Integer ceiling = Rational(floor) == v ? floor : Integer(floor + 1);
  if (has_upper_end(relation)) {
    const Integer most = relation == Relation::less ? Integer(ceiling - 1) : floor;
    if (most < 1) return Outcome::no("comparison", "n is at least 1");
    return at(quantity, "n", {Number::Kind::rational, Rational(most)}, Relation::less_equal, witness, budget);
  }
  const Integer least = relation == Relation::greater ? Integer(floor + 1) : ceiling;
  if (least <= 1) return Outcome::yes();
  return at(quantity, "n", {Number::Kind::rational, Rational(Integer(least - 1))}, Relation::greater, witness, budget);
}

}  // namespace hallmark::check
