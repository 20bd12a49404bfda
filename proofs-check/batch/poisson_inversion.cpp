#include "batch/poisson_inversion.hpp"

#include "batch/poisson_line.hpp"
#include "class_d.hpp"
#include "statement/zero_point.hpp"

namespace hallmark::check {

namespace {

Divergence divergence_at(const Number& sigma, const Quantity& quantity, const Witness& witness, Budget& budget) {
  const Number& rate = quantity.parameter("rate");
  const std::uint64_t steps = quantity.count("steps");
  const bool full = compare(rate, Rational(1)) == Order::equal;
  const auto delta = [=, &budget](bool remove, const Number& eps, const Inversion& inversion, const Effort& effort) {
    if (full) return gaussian_delta(sigma, eps, steps, effort, budget);
    return poisson_delta({sigma, rate, steps, remove}, eps, inversion, effort, budget);
  };
  return {[delta, &witness](const Number& eps, Side side, const Effort& effort) {
            if (side == Side::lower) {
              const Interval value =
                  delta(witness.contour_direction == "remove", eps, *witness.inversion_lower, effort);
              return Value{from_ends(value, Interval(Integer(1), 64)), std::nullopt};
            }
            Interval largest(64);
            if (witness.inversion_upper_remove) {
              largest = max(largest, delta(true, eps, *witness.inversion_upper_remove, effort));
            }
            if (witness.inversion_upper_add) {
              largest = max(largest, delta(false, eps, *witness.inversion_upper_add, effort));
            }
            return Value{from_ends(Interval(64), largest), std::nullopt};
          },
          zero_point(quantity)};
}

}  // namespace

Divergence poisson_inversion_divergence(const Quantity& quantity, const Witness& witness, Budget& budget) {
  return divergence_at(quantity.parameter("sigma"), quantity, witness, budget);
}

Outcome check_poisson_inversion(const Quantity& quantity, Relation relation, const Number& value,
                                const Witness& witness, Budget& budget) {
  const bool tv = quantity.row->id == "poisson-gaussian.tv";
  return decide_divergence(poisson_inversion_divergence(quantity, witness, budget),
                           tv ? Number{} : quantity.parameter("eps"), relation, value, witness);
}

Outcome check_poisson_sigma(const Quantity& quantity, Relation relation, Relation of_delta, const Number& value,
                            const Witness& witness, Budget& budget) {
  const Order sign = compare(value, Rational(0));
  if (sign == Order::unknown) return Outcome::no("comparison", "the sign of the value is undecided");
  if (sign != Order::greater) {
    // The infimum is not negative; it may be 0, where taking part at all tells too little.
    if (relation == Relation::greater_equal || (relation == Relation::greater && sign == Order::less)) {
      return Outcome::yes();
    }
    return Outcome::no("comparison", "sigma is not negative");
  }
  const Rational limit = pow(Integer(10), 30);
  if (compare(value, limit) != Order::less || compare(value, Rational(1 / limit)) != Order::greater) {
    return Outcome::no("domain", "value: must satisfy 10^-30 < sigma < 10^30");
  }
  return decide_divergence(divergence_at(value, quantity, witness, budget), quantity.parameter("eps"), of_delta,
                           quantity.parameter("delta"), witness);
}

}  // namespace hallmark::check
