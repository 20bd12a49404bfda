// Number: an exact real of the project's number grammar: a rational, ln, exp or sqrt of a rational, with a sign.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "exact/ball.hpp"
#include "exact/rational.hpp"

namespace hallmark {

/// An exact real number as it stands in files and commands.
///
///     number := ["-"] ( rational | "ln(" rational ")" | "exp(" rational ")" | [rational ("*" | "/")] root ["/" rational] )
///     root := "sqrt(" rational {"*" rational} ")", rational := integer | decimal | integer "/" integer | expression
///
/// An expression (exact/expression.hpp) has operators, as 60*60000/256 or 1.67%; within a root and beside one there is none.
///
/// Kind:      exact; read without binary floating point
/// Domain:    the argument of ln positive, that of sqrt at least 0; sizes as in Rational; otherwise throws InputError with text and position
/// Rigor:     canonical: ln(1) is 0, exp(0) is 1, -ln(r) is ln(1/r), rational factors of a root stand
///            under it (1/sqrt(2) is sqrt(1/2)) and a root that is rational is written as that, so that equal numbers of one form are equal texts
/// Example:   Number("1e-8").to_string()
///            -> 1/100000000
class Number {
 public:
  Number(std::integral auto integer) : value_(integer) {}
  Number(const Rational& value) : value_(value) {}
  template <std::floating_point T>
  Number(T) = delete;
  explicit Number(std::string_view text);
  explicit Number(const char* text) : Number(std::string_view(text)) {}

  [[nodiscard]] static Number ln(const Rational& argument);
  [[nodiscard]] static Number exp(const Rational& argument);
  [[nodiscard]] static Number sqrt(const Rational& argument);

  /// Shortest of integer, reduced fraction, ln(...), exp(...), sqrt(...).
  [[nodiscard]] std::string to_string() const;
  /// The rational value, if it is one.
  [[nodiscard]] std::optional<Rational> rational() const;
  /// e to this number, if that is rational: r for ln(r), 1 for 0.
  [[nodiscard]] std::optional<Rational> rational_exponential() const;
  /// x |x|, if that is rational: it orders rationals and roots.
  [[nodiscard]] std::optional<Rational> signed_square() const;
  [[nodiscard]] int sign() const;

  [[nodiscard]] Ball ball(slong bits) const;
  friend bool operator==(const Number&, const Number&) = default;

 private:
  enum class Form { rational, ln, exp, minus_exp, sqrt, minus_sqrt };
  Form form_ = Form::rational;
  Rational value_;
};

/// e^x; e^x - 1 without cancellation.
/// Kind:      encloses; up to one rounding where e^x is rational
[[nodiscard]] Ball exponential(const Number& x, slong bits);
[[nodiscard]] Ball exponential_minus_1(const Number& x, slong bits);

/// e^a - e^b without cancellation: exact where both are rational, through e^b (e^(a-b) - 1) otherwise.
/// Kind:      encloses
[[nodiscard]] Ball exponential_difference(const Number& a, const Number& b, slong bits);

/// e^(a+b) - 1 without cancellation: exact where both are rational.
/// Kind:      encloses
/// Domain:    a, b >= 0
[[nodiscard]] Ball exponential_of_sum_minus_1(const Number& a, const Number& b, slong bits);

/// a < b, a <= b. Roots and rationals are compared by their squares. Numbers of other different forms are never equal
/// (Lindemann) but for ln against exp, where a tie stays unknown.
/// Kind:      exact: yes and no are proved
[[nodiscard]] Truth less(const Number& a, const Number& b);
[[nodiscard]] Truth less_equal(const Number& a, const Number& b);

}  // namespace hallmark
