#include "class_e.hpp"

#include "batch/poisson_inversion.hpp"
#include "batch/shuffled_batch.hpp"
#include "class_a.hpp"
#include "class_b.hpp"
#include "class_d.hpp"
#include "class_f.hpp"
#include "shuffle/advanced_composition.hpp"
#include "shuffle/clones_inverses.hpp"

namespace hallmark::check {

namespace {

/// The relation that delta at the value must have to the bound delta.
Relation at_the_value(Relation relation) {
  switch (relation) {
    case Relation::less_equal:
      return Relation::less_equal;
    case Relation::less:
      return Relation::less;
    case Relation::greater_equal:
    case Relation::greater:
    case Relation::in:
      break;
  }
  return Relation::greater;
}

/// A failure there, with where it is.
Outcome at_the_value(Outcome outcome) {
  if (!outcome.verified) outcome.rule = "delta at the value: " + outcome.rule;
  return outcome;
}

/// delta as a function of eps, by the class that evaluates it.
Divergence divergence_of(const Quantity& quantity, const Witness& witness, Budget& budget) {
  if (quantity.row->id == "gaussian.epsilon") return gaussian_divergence(quantity, budget);
  if (quantity.row->id == "allocation.epsilon.direct-add") return direct_add_divergence(quantity, budget);
  if (is_shuffled_batch(quantity)) return shuffled_batch_divergence(quantity, witness, budget);
  if (quantity.row->id == "allocation.epsilon") return class_f_divergence(quantity, witness, budget);
  if (may_be_inverted(quantity) && !witness.grid) return poisson_inversion_divergence(quantity, witness, budget);
  return on_grid(quantity) ? class_b_divergence(quantity, witness, budget)
                           : class_a_divergence(quantity, witness, budget);
}

Outcome check_sigma(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                    Budget& budget) {
  const Order sign = compare(value, Rational(0));
  if (sign == Order::unknown) return Outcome::no("comparison", "the sign of the value is undecided");
  if (sign != Order::greater) {
    // 0 < delta < 1 and delta_sigma tends to 1 as sigma falls to 0: the smallest sigma is positive.
    if (!has_upper_end(relation)) return Outcome::yes();
    return Outcome::no("comparison", "sigma is positive");
  }
  Rational limit = pow(Integer(10), 30);
  if (compare(value, limit) != Order::less || compare(value, Rational(1 / limit)) != Order::greater) {
    return Outcome::no("domain", "value: must satisfy 10^-30 < sigma < 10^30");
  }
  const Divergence divergence = {
      [&](const Number& eps, Side, Effort effort) {
        return Value{gaussian_delta(value, eps, quantity.count("rounds"), effort, budget), std::nullopt};
      },
      {}};
  return at_the_value(decide_divergence(divergence, quantity.parameter("eps"), at_the_value(relation),
                                        quantity.parameter("delta"), witness.bits));
}

}  // namespace

Outcome check_class_e(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                      Budget& budget) {
  if (quantity.row->id == "clones.epsilon.advanced-composition") {
    if (quantity.count("rounds") != 1) {
      return check_advanced_composition(quantity, relation, value, witness, budget);
    }
    Quantity one_round = quantity;
    one_round.row = find_quantity("clones.epsilon");
    return check_class_e(one_round, relation, value, witness, budget);
  }
  if (quantity.row->id == "clones.eps0") return check_clones_eps0(quantity, relation, value, witness, budget);
  if (quantity.row->id == "clones.n") return check_clones_n(quantity, relation, value, witness, budget);
  if (quantity.row->id == "poisson-gaussian.sigma") {
    return at_the_value(check_poisson_sigma(quantity, relation, at_the_value(relation), value, witness, budget));
  }
  if (quantity.row->id == "gaussian.sigma") return check_sigma(quantity, relation, value, witness, budget);

  const bool gaussian = quantity.row->id == "gaussian.epsilon" || quantity.row->id == "allocation.epsilon.direct-add";
  const Number& delta = quantity.parameter("delta");
  const Divergence divergence = divergence_of(quantity, witness, budget);
  if (divergence.to_zero_point && compare(delta, Rational(0)) == Order::equal) {
    // eps* is where the divergence becomes 0.
    const Order order = divergence.to_zero_point(value);  // of the value to eps*
    const bool holds = (relation == Relation::less_equal && (order == Order::greater || order == Order::equal)) ||
                       (relation == Relation::less && order == Order::greater) ||
                       (relation == Relation::greater_equal && (order == Order::less || order == Order::equal)) ||
                       (relation == Relation::greater && order == Order::less);
    return holds ? Outcome::yes() : Outcome::no("comparison", "epsilon at delta = 0 is where delta becomes 0");
  }
  const Order sign = compare(value, Rational(0));
  switch (sign) {
    case Order::unknown:
      return Outcome::no("comparison", "the sign of the value is undecided");
    case Order::less:
      if (!has_upper_end(relation)) return Outcome::yes();
      return Outcome::no("comparison", "epsilon is not negative");
    case Order::equal:
      if (relation == Relation::greater_equal) return Outcome::yes();
      if (relation == Relation::less) return Outcome::no("comparison", "epsilon is not negative");
      break;
    case Order::greater:
      break;
  }
  const bool allocation = quantity.row->id == "allocation.epsilon";
  if (allocation) {
    if (auto outcome = out_of_reach(quantity, witness)) return *std::move(outcome);
  }
  if ((gaussian || allocation || is_shuffled_batch(quantity) || on_grid(quantity)) &&
      compare(value, Rational(10000)) != Order::less) {
    return Outcome::no("domain", "value: must satisfy eps < 10000");
  }
  return at_the_value(decide_divergence(divergence, value, at_the_value(relation), delta, witness));
}

}  // namespace hallmark::check
