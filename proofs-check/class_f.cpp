#include "class_f.hpp"

#include <memory>
#include <tuple>

#include "allocation/allocation_law.hpp"
#include "allocation/allocation_line.hpp"
#include "batch/poisson_inversion.hpp"
#include "class_d.hpp"

namespace hallmark::check {

namespace {

/// Every step of every epoch: one Gaussian mechanism each.
Divergence every_step(const Quantity& quantity, Budget& budget) {
  const Integer rounds = Integer(quantity.count("steps")) * quantity.count("epochs");
  if (rounds > Integer(1'000'000'000'000'000'000)) throw TooMuchWork();
  const Number& sigma = quantity.parameter("sigma");
  return {[&sigma, &budget, count = rounds.to_unsigned()](const Number& eps, Side, Effort effort) {
            return Value{gaussian_delta(sigma, eps, count, effort, budget), std::nullopt};
          },
          {}};
}

/// Both ends by convex laws. They do not depend on the bits: computed once for a side and an eps.
Divergence by_convex_laws(const Quantity& quantity, const Witness& witness, Budget& budget) {
  const auto bound = [&quantity, &witness, &budget](bool remove, const Number& eps, Side side,
                                                    const std::vector<Ratios>& grids, const Effort& effort) {
    return allocation_law_bound({quantity.parameter("sigma"), quantity.count("steps"), quantity.count("selected"),
                                 quantity.count("epochs"), remove},
                                eps, side, grids, witness.unit, effort, budget);
  };
  const auto memo = std::make_shared<std::optional<std::tuple<Side, Number, Interval>>>();
  return {[&witness, bound, memo](const Number& eps, Side side, const Effort& effort) {
            if (!*memo || std::get<Side>(**memo) != side || std::get<Number>(**memo) != eps) {
              Interval value(64);
              if (side == Side::lower) {
                value = bound(witness.contour_direction == "remove", eps, side, witness.law_lower, effort);
              } else {
                if (!witness.law_upper_remove.empty()) {
                  value = max(value, bound(true, eps, side, witness.law_upper_remove, effort));
                }
                if (!witness.law_upper_add.empty()) {
                  value = max(value, bound(false, eps, side, witness.law_upper_add, effort));
                }
              }
              memo->emplace(side, eps, std::move(value));
            }
            const auto& value = std::get<Interval>(**memo);
            const Interval one(Integer(1), value.precision());
            if (side == Side::lower) return Value{from_ends(value, one), std::nullopt};
            return Value{from_ends(Interval(64), min(value, one)), std::nullopt};
          },
          {}};
}

}  // namespace

bool is_single(const Quantity& quantity) {
  return !on_contour(quantity) || (quantity.count("selected") == 1 && quantity.count("epochs") == 1);
}

bool by_laws(const Witness& witness) {
  return !witness.law_lower.empty() || !witness.law_upper_remove.empty() || !witness.law_upper_add.empty();
}

std::optional<Outcome> out_of_reach(const Quantity& quantity, const Witness& witness) {
  if (is_single(quantity)) return std::nullopt;
  if (!by_laws(witness)) return Outcome::no("domain", "selected, epochs: must be 1 unless every step is selected");
  if (!witness.law_lower.empty() && quantity.count("selected") != 1) {
    return Outcome::no("domain", "selected: must be 1 for a lower end");
  }
  return std::nullopt;
}

Divergence class_f_divergence(const Quantity& quantity, const Witness& witness, Budget& budget) {
  if (!on_contour(quantity)) return every_step(quantity, budget);
  if (by_laws(witness)) return by_convex_laws(quantity, witness, budget);
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
  if (auto outcome = out_of_reach(quantity, witness)) return *std::move(outcome);
  return decide_divergence(class_f_divergence(quantity, witness, budget), quantity.parameter("eps"), relation, value,
                           witness.bits);
}

}  // namespace hallmark::check
