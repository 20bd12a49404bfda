#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "numbers/interval.hpp"

namespace hallmark::check {

/// A real number of FORMAT.md section 2: a rational r, ln(r), exp(r) or sqrt(r), symbolic.
struct Number {
  enum class Kind { rational, ln, exp, sqrt };
  Kind kind = Kind::rational;
  Rational argument;

  bool operator==(const Number&) const = default;
};

/// Limits of one integer in a certificate.
inline constexpr std::size_t kMaxDigits = 100'000;

/// The number that `text` spells canonically, nullopt if it spells none (limits included).
[[nodiscard]] std::optional<Number> parse_number(std::string_view text);

/// The same for a canonical integer.
[[nodiscard]] std::optional<Integer> parse_integer(std::string_view text);

/// A range of integers, both ends included.
struct Range {
  Integer first;
  Integer last;

  bool operator==(const Range&) const = default;
};

/// The range that `text` spells canonically: two canonical integers that are not negative, with `..` between them.
[[nodiscard]] std::optional<Range> parse_range(std::string_view text);
[[nodiscard]] std::string to_text(const Range& range);

/// The canonical spelling; parse_number(to_text(x)) == x.
[[nodiscard]] std::string to_text(const Number& number);

[[nodiscard]] Interval enclose(const Number& number, Count precision);
/// number - 1; exact up to rounding when the number is rational.
[[nodiscard]] Interval enclose_minus_1(const Number& number, Count precision);
/// e^number and e^number - 1; exact up to rounding when the number is ln(r).
[[nodiscard]] Interval enclose_exp(const Number& number, Count precision);
[[nodiscard]] Interval enclose_expm1(const Number& number, Count precision);

/// e^number if it is known to be rational: number = ln(r) or 0.
[[nodiscard]] std::optional<Rational> rational_exp(const Number& number);

/// sqrt(x), x > 0, as it is spelled: rational where x is a square.
[[nodiscard]] Number root(const Rational& x);

/// The number if it is a positive integer below 2^63.
[[nodiscard]] std::optional<Count> small_integer(const Number& number);

/// Where a stands to b; unknown if the highest precision tried does not separate them.
enum class Order { less, equal, greater, unknown };

/// Rigor:    two numbers of one kind are compared by their rational arguments (ln, exp and sqrt increase). A rational
///           is never equal to ln(r), r != 1, nor to exp(r), r != 0 (Lindemann), nor to sqrt(r), r no square; that is not used: numbers of two
///           kinds are only ever separated by enclosures.
[[nodiscard]] Order compare(const Number& a, const Number& b);
[[nodiscard]] Order compare(const Number& a, const Rational& b);

/// Where x stands to a number whose enclosure narrows with the precision.
[[nodiscard]] Order against(const Number& x, const std::function<Interval(Count)>& y);

/// Where x stands to count * unit; exactly where both are rational or both logarithms of modest size.
[[nodiscard]] Order against_multiple(const Number& x, const Number& unit, Count count);

/// Where x stands to count * ln(1/(1-rate)), the largest log ratio of sampling (rate < 1): without the record to with it.
[[nodiscard]] Order against_sampling(const Number& x, const Number& rate, Count count);

}  // namespace hallmark::check
