#include "class_f.hpp"

#include "allocation_line.hpp"
#include "class_d.hpp"
#include "poisson_inversion.hpp"

namespace hallmark::check {

namespace {

/// Every step of every epoch: one Gaussian mechanism each.
Divergence every_step(const Quantity& quantity, Budget& budget) {
  const Integer rounds = Integer(quantity.count("steps")) * quantity.count("epochs");
  if (rounds > Integer(1'000'000'000'000'000'000)) throw TooMuchWork();
  const Number& sigma = quantity.parameter("sigma");
  return {[&sigma, &budget, count = rounds.convert_to<std::uint64_t>()](const Number& eps, Side, Effort effort) {
            return Value{gaussian_delta(sigma, eps, count, effort, budget), std::nullopt};
          },
          {}};
}

}  // namespace

bool is_single(const Quantity& quantity) {
  return !on_contour(quantity) || (quantity.count("selected") == 1 && quantity.count("epochs") == 1);
}

Outcome not_single() { return Outcome::no("domain", "selected, epochs: must be 1 unless every step is selected"); }

Divergence class_f_divergence(const Quantity& quantity, const Witness& witness, Budget& budget) {
  if (!on_contour(quantity)) return every_step(quantity, budget);
  const auto delta = [&quantity, &budget](bool remove, const Number& eps, const Contour& contour,
                                          const Effort& effort) {
    return allocation_delta(quantity.parameter("sigma"), quantity.count("steps"), remove, eps, contour, effort, budget);
  };
  return {[&witness, delta](const Number& eps, Side side, const Effort& effort) {
            const Interval one(Integer(1), 64);
            if (side == Side::lower) {
              const Interval value = delta(witness.contour_direction == "remove", eps, *witness.contour_lower, effort);
              return Value{from_ends(value, one), std::nullopt};
            }
            Interval largest(64);
            if (witness.contour_upper_remove) {
              largest = max(largest, delta(true, eps, *witness.contour_upper_remove, effort));
            }
            if (witness.contour_upper_add) {
              largest = max(largest, delta(false, eps, *witness.contour_upper_add, effort));
            }
            return Value{from_ends(Interval(64), min(largest, one)), std::nullopt};
          },
          {}};
}

Outcome check_class_f(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                      Budget& budget) {
  if (may_be_inverted(quantity)) return check_poisson_inversion(quantity, relation, value, witness, budget);
  if (!is_single(quantity)) return not_single();
  return decide_divergence(class_f_divergence(quantity, witness, budget), quantity.parameter("eps"), relation, value,
                           witness.bits);
}

}  // namespace hallmark::check
