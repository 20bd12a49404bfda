// Exact numbers as text: rationals, ln(rational), exp(rational); rounded to a stated side when they leave as decimals.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "hallmark/words.hpp"

namespace hallmark {

/// The shortest exact text of a number: an integer, a reduced fraction, ln(...) or exp(...).
/// Kind:      exact
/// Domain:    the number grammar; otherwise throws InputError
/// Example:   canonical("-0.250")
///            -> -1/4
[[nodiscard]] std::string canonical(std::string_view number);

/// A decimal of at most `digits` significant digits that is at most (down), at least (up) the number.
/// Kind:      lower bound | upper bound; for rationals the nearest decimal on that side
/// Domain:    the number grammar, below 10^301029 where it is exp(r), 1 <= digits <= 1000; otherwise throws InputError
/// Example:   decimal("ln(3)", 5, Rounding::up)
///            -> 1.0987
[[nodiscard]] std::string decimal(std::string_view number, std::int64_t digits, Rounding rounding);

/// A binary64 number that is at most (down), at least (up) the number; infinite beyond the range.
/// Kind:      lower bound | upper bound; for rationals the nearest one on that side
/// Domain:    the number grammar; otherwise throws InputError
[[nodiscard]] double binary64(std::string_view number, Rounding rounding);

}  // namespace hallmark
