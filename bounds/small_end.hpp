// The upper end of an epsilon that is 0 or next to it.
#pragma once

#include <functional>

#include "exact/bracket.hpp"

namespace hallmark {

/// Where delta(0) and the target cannot be told apart, inf {eps >= 0 : curve(eps) <= target} is 0 or next to it: the
/// least eps of 10^-1000, 10^-300, 10^-100, 10^-30, 10^-10 and 10^-3 at which curve(eps) <= target is proved, or `hi`.
/// Kind:      upper bound
/// Domain:    curve(hi) <= target is proved
/// Rigor:     curve(eps) <= target at the end returned
/// Source:    that of the curve
/// Cost:      a few evaluations of the curve
[[nodiscard]] Rational small_end(const std::function<Ball(const Rational& eps, slong bits)>& curve, const Ball& target,
                                 const Rational& hi, const Budget& budget);

}  // namespace hallmark
