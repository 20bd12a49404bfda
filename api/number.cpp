#include "hallmark/number.hpp"

#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/number.hpp"

namespace hallmark {
namespace {

// A rational on the stated side of a number, to more than `digits` digits; the number itself where it is rational.
Rational end_of(std::string_view text, long digits, Rounding rounding) {
  const Number number(text);
  if (const auto rational = number.rational()) return *rational;
  const Ball ball = number.ball(4 * digits + 64);
  require(ball.is_finite(), "a number of the grammar has finite ends");
  return rounding == Rounding::down ? ball.lower() : ball.upper();
}

}  // namespace

std::string canonical(std::string_view number) { return Number(number).to_string(); }

std::string decimal(std::string_view number, long digits, Rounding rounding) {
  if (digits < 1 || digits > 1000) {
    throw InputError("decimal", "digits", std::to_string(digits), "an integer from 1 to 1000");
  }
  return decimal(end_of(number, digits, rounding), digits, rounding);
}

double binary64(std::string_view number, Rounding rounding) {
  constexpr long digits = 17;
  return binary64(end_of(number, digits, rounding), rounding);
}

}  // namespace hallmark
