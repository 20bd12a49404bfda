// A number that an accountant under test has returned: read exactly, or named for what it is.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exact/rational.hpp"

namespace hallmark::cli {

/// What the text of a value says.
enum class Form { finite, infinity, minus_infinity, not_a_number, empty };

struct Measured {
  Form form = Form::empty;
  Rational value;  // if finite
};

/// Reads what programs print for a double, and longer: the decimals and fractions of Rational, also "+1", ".5", "5.",
/// "1E-5"; hexadecimal as by %a ("0x1.8p-3"); "inf", "infinity", "nan", "NA", "null" in any case, with a sign;
/// nothing at all.
/// Kind:      exact
/// Domain:    as Rational; hexadecimal of at most 64 digits and an exponent of at most 20000 in size; otherwise throws
///            InputError with a text "expected X, found Y"
[[nodiscard]] Measured read_measured(std::string_view text);

/// Number of seconds, bytes, a slack: a finite decimal that is not negative, or nothing.
[[nodiscard]] std::optional<Rational> read_nonnegative(std::string_view text);

}  // namespace hallmark::cli
