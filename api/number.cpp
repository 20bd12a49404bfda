#include "hallmark/number.hpp"

#include <limits>
#include <optional>

#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/number.hpp"

namespace hallmark {
namespace {

// A rational on the stated side of a number, to more than `digits` digits; the number itself where it is rational.
// None of exp(r) beyond the exponents of a ball.
std::optional<Rational> end_of(const Number& number, std::int64_t digits, Rounding rounding) {
  if (const auto rational = number.rational()) return *rational;
  const Ball ball = number.ball(4 * digits + 64);
  if (!ball.is_finite()) return std::nullopt;
  return rounding == Rounding::down ? ball.lower() : ball.upper();
}

}  // namespace

std::string canonical(std::string_view number) { return Number(number).to_string(); }

std::string decimal(std::string_view number, std::int64_t digits, Rounding rounding) {
  if (digits < 1 || digits > 1000) {
    throw InputError("decimal", "digits", std::to_string(digits), "an integer from 1 to 1000");
  }
  const auto end = end_of(Number(number), digits, rounding);
  if (!end) throw InputError("decimal", "number", shortened(number), "below 10^301029 in size");
  return decimal(*end, digits, rounding);
}

double binary64(std::string_view number, Rounding rounding) {
  constexpr std::int64_t digits = 17;
  const Number value(number);
  if (const auto end = end_of(value, digits, rounding)) return binary64(*end, rounding);
  using Limits = std::numeric_limits<double>;
  const double size = (rounding == Rounding::up) == (value.sign() > 0) ? Limits::infinity() : Limits::max();
  return value.sign() > 0 ? size : -size;
}

}  // namespace hallmark
