// The normal distribution: erfc, Phi and its density in balls; a Bessel function.
#pragma once

#include "exact/ball.hpp"

namespace hallmark {

/// erfc(x) = 2/sqrt(pi) integral from x to infinity of exp(-t^2) dt.
/// Kind:      encloses; relatively accurate in the far tail
/// Cost:      one Arb hypergeometric evaluation
[[nodiscard]] Ball erfc(const Ball& x);

/// Phi(x) = erfc(-x / sqrt 2) / 2, the standard normal distribution function.
/// Kind:      encloses; relatively accurate in the far left tail
/// Example:   less(normal_cdf(Ball(0, 64)), Rational("0.51"))  == Truth::yes
///            -> true
[[nodiscard]] Ball normal_cdf(const Ball& x);

/// Phi(x) and 1 - Phi(x) by one erfc, that of the smaller.
/// Kind:      encloses; the smaller relatively accurate
/// Example:   less(normal_sides(Ball(9, 64)).above, Rational("1.2e-19")) == Truth::yes
///            -> true
struct NormalSides {
  Ball below;
  Ball above;
};
[[nodiscard]] NormalSides normal_sides(const Ball& x);

/// exp(-x^2 / 2) / sqrt(2 pi), the standard normal density.
/// Kind:      encloses; relatively accurate in the far tails
/// Example:   less(normal_density(Ball(0, 64)), Rational("0.4"))  == Truth::yes
///            -> true
[[nodiscard]] Ball normal_density(const Ball& x);

/// e^-x I_0(x), I_0 the modified Bessel function of order 0.
/// Kind:      encloses
/// Domain:    x >= 0
/// Cost:      one Arb hypergeometric evaluation
[[nodiscard]] Ball bessel_i0_scaled(const Ball& x);

}  // namespace hallmark
