#include "class_b.hpp"

namespace hallmark::check {

Divergence class_b_divergence(const Quantity&, const Witness&, Budget&) {
  // Nothing is proved on a grid yet: the enclosure that is always true.
  return {[](const Number&, Side, Effort) {
            return Value{Interval::unit(64), std::nullopt};
          },
          [](const Number&) { return Order::unknown; }};
}

Outcome check_class_b(const Quantity& quantity, Relation relation, const Number& value, const Witness& witness,
                      Budget& budget) {
  return decide_divergence(class_b_divergence(quantity, witness, budget), quantity.parameter("eps"), relation, value,
                           witness);
}

}  // namespace hallmark::check
