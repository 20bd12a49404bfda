#include "bounds/small_end.hpp"

namespace hallmark {

Rational small_end(const std::function<Ball(const Rational& eps, slong bits)>& curve, const Ball& target,
                   const Rational& hi, const Budget& budget) {
  constexpr slong most_bits = 8192;
  for (const slong places : {slong{1000}, slong{300}, slong{100}, slong{30}, slong{10}, slong{3}}) {
    const Rational eps = pow(Rational(10), -places);
    if (eps >= hi || budget.expired()) break;
    if (decide([&](slong bits) { return less_equal(curve(eps, bits), target); },
               {.first_bits = 128, .last_bits = most_bits, .budget = budget}) == Truth::yes) {
      return eps;
    }
  }
  return hi;
}

}  // namespace hallmark
