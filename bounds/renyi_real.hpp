// The conversions of renyi.hpp over all real orders of a range.
#pragma once

#include <functional>

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::renyi {

/// Renyi divergences of one pair (or sums of such) at real orders: (a-1) R_a is convex in a.
using RealCurve = std::function<Ball(const Rational& order, slong bits)>;

/// The least bound over all real orders of [first, last]; of (1, last] where first is 1.
struct RealConversion {
  Ball value;      // encloses it: its upper end is the bound at `order`
  Rational order;  // one whose bound is at most the upper end
  bool reached;    // to the digits asked for
  slong evaluations;
};

/// max(0, min over real orders a in [first, last] of R_a + ln(1 - 1/a) - ln(delta a) / (a - 1)).
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     nats; the direction of the curve
/// Domain:    1 <= first < last, 0 < delta <= 1; otherwise throws InputError
/// Rigor:     the bound is N(a)/(a-1) with N convex (renyi.hpp), so its sublevel sets are intervals: where it is proved
///            to fall from a1 to a2 and to rise from a2 to a3, no order outside [a1, a3] is better. On [a1, a2] N lies
///            above its chord over [a2, a3] continued, on [a2, a3] above that over [a1, a2]; the quotient of such a
///            line by a-1 is monotone, so its ends suffice. At an end of the range the range itself takes the place of
///            a1 or a3.
/// Source:    [CKS20] Proposition 12
/// Cost:      about 40 evaluations of the curve
[[nodiscard]] RealConversion epsilon_upper_real(const RealCurve& curve, const Number& delta, const Rational& first,
                                                const Rational& last, slong digits, const Budget& budget = {});

/// min(1, min over real orders a in [first, last] of exp((a-1)(R_a - eps)) (1 - 1/a)^a / (a-1)).
/// Kind:      upper bound; the ball encloses the formula's value
/// Units:     a probability; the direction of the curve
/// Domain:    1 <= first < last; otherwise throws InputError
/// Rigor:     as epsilon_upper_real, with the logarithm N of the bound itself convex
/// Source:    [CKS20] Proposition 12
/// Cost:      about 40 evaluations of the curve
[[nodiscard]] RealConversion delta_upper_real(const RealCurve& curve, const Number& eps, const Rational& first,
                                              const Rational& last, slong digits, const Budget& budget = {});

}  // namespace hallmark::renyi
