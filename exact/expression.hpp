// Expressions: what people type in place of a number, such as 60*60000/256, 10^-5, 1.67% or 14_063.
#pragma once

#include <string_view>

#include "exact/rational.hpp"

namespace hallmark {

/// Whether a text that is no plain number has the signs of an expression: operators, %, _ or parentheses.
/// Kind:      exact
[[nodiscard]] bool is_expression(std::string_view text);

/// The rational that an expression is: + - * / ^ over decimals, with parentheses; x% is x/100; _ stands between digits.
/// Kind:      exact
/// Domain:    at most 64 operations, results of at most 400 000 bits, integer exponents; otherwise, and where the result
///            need not be rational, throws InputError that says why
/// Example:   rational_of_expression("60*60000/256").to_string()
///            -> 28125/2
[[nodiscard]] Rational rational_of_expression(std::string_view text);

}  // namespace hallmark
