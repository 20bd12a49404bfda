#include "exact/number.hpp"

#include <fmt/format.h>

#include "exact/error.hpp"
#include "exact/expression.hpp"

namespace hallmark {
namespace {

// A rational, plain or as an expression.
Rational read_rational(std::string_view text) {
  try {
    return Rational(text);
  } catch (const InputError&) {
    if (!is_expression(text)) throw;
  }
  return rational_of_expression(text);
}

// Whether a text is one call of a function, "ln(...)": its first parenthesis closes at the end, or never.
bool is_call(std::string_view body) {
  const auto open = body.find('(');
  if (open != 2 && open != 3) return false;
  slong depth = 0;
  for (std::size_t at = open; at < body.size(); ++at) {
    if (body[at] == '(') ++depth;
    if (body[at] == ')' && --depth == 0) return at + 1 == body.size();
  }
  return true;
}

// The text inside "ln(...)" or "exp(...)".
std::string_view inside(std::string_view whole, std::string_view body, std::size_t opening) {
  if (body.back() != ')') {
    throw InputError(fmt::format("number \"{}\": column {}: expected \")\"", shortened(whole), whole.size() + 1));
  }
  return body.substr(opening, body.size() - opening - 1);
}

constexpr std::string_view root_opening = "sqrt(";

// The square, with the sign of c, of "c*sqrt(a*b)/d": c^2 a b / d^2, with the sign of c.
Rational read_root(std::string_view whole, std::string_view text) {
  const auto at = text.find(root_opening);
  Rational factor = 1;
  bool below = false;
  if (at > 0) {
    below = text[at - 1] == '/';
    if (!below && text[at - 1] != '*') {
      throw InputError(fmt::format("number \"{}\": expected \"*\" or \"/\" before sqrt", shortened(whole)));
    }
    factor = Rational(text.substr(0, at - 1));
  }
  const auto close = text.find(')', at);
  if (close == std::string_view::npos) (void)inside(whole, text, 0);
  std::string_view product = text.substr(at + root_opening.size(), close - at - root_opening.size());
  Rational square = 1;
  constexpr int most_factors = 8;  // of up to 10^5 in size each: what is written in short must not fill the memory
  for (int count = 1;; ++count) {
    if (count > most_factors) {
      throw InputError(fmt::format("number \"{}\": must have at most {} factors", shortened(whole), most_factors));
    }
    const auto times = product.find('*');
    square *= Rational(product.substr(0, times));
    if (times == std::string_view::npos) break;
    product.remove_prefix(times + 1);
  }
  if (square.sign() < 0) throw InputError("number", "argument of sqrt", square.to_string(), "at least 0");
  const std::string_view rest = text.substr(close + 1);
  if (below) {
    if (square.sign() == 0) throw InputError(fmt::format("number \"{}\": must not divide by 0", shortened(whole)));
    square = 1 / square;
  }
  if (!rest.empty()) {
    const Rational divisor = rest.front() == '/' ? Rational(rest.substr(1)) : Rational(0);
    if (divisor.sign() == 0) {
      throw InputError(
          fmt::format("number \"{}\": expected the end or a divisor other than 0 after sqrt(...)", shortened(whole)));
    }
    factor /= divisor;
  }
  square *= factor * factor;
  if (square.to_string().size() > max_digits) {
    throw InputError(
        fmt::format("number \"{}\": must have at most {} digits under its root", shortened(whole), max_digits));
  }
  return factor.sign() < 0 ? -square : square;
}

}  // namespace

Number::Number(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  const std::string_view body = text.substr(negative ? 1 : 0);
  if (is_call(body) && body.starts_with("ln(")) {
    const Rational argument = read_rational(inside(text, body, 3));
    if (argument.sign() <= 0) throw InputError("number", "argument of ln", argument.to_string(), "positive");
    *this = ln(negative ? Rational(1) / argument : argument);
  } else if (is_call(body) && body.starts_with("exp(")) {
    *this = exp(read_rational(inside(text, body, 4)));
    if (negative && form_ == Form::exp) form_ = Form::minus_exp;
    if (negative && form_ == Form::rational) value_ = -value_;
  } else if (body.find(root_opening) != std::string_view::npos) {
    const Rational square = read_root(text, body);
    *this = sqrt(square.sign() < 0 ? -square : square);
    if (negative != (square.sign() < 0)) {
      if (form_ == Form::sqrt) form_ = Form::minus_sqrt;
      if (form_ == Form::rational) value_ = -value_;
    }
  } else if (is_expression(body) || (!body.empty() && body.front() >= '0' && body.front() <= '9')) {
    value_ = read_rational(text);
  } else {
    throw InputError(fmt::format(
        "number \"{}\": column {}: expected an integer, a decimal, a fraction a/b, ln(r), exp(r) or sqrt(r)",
        shortened(text), negative ? 2 : 1));
  }
}

Number Number::ln(const Rational& argument) {
  require(argument.sign() > 0, "ln of a positive rational");
  Number x(0);
  if (argument == Rational(1)) return x;
  x.form_ = Form::ln;
  x.value_ = argument;
  return x;
}

Number Number::exp(const Rational& argument) {
  Number x(1);
  if (argument.sign() == 0) return x;
  x.form_ = Form::exp;
  x.value_ = argument;
  return x;
}

Number Number::sqrt(const Rational& argument) {
  require(argument.sign() >= 0, "sqrt of a rational that is not negative");
  if (const auto root = exact_sqrt(argument)) return {*root};
  Number x(0);
  x.form_ = Form::sqrt;
  x.value_ = argument;
  return x;
}

std::string Number::to_string() const {
  switch (form_) {
    case Form::rational:
      return value_.to_string();
    case Form::ln:
      return "ln(" + value_.to_string() + ")";
    case Form::exp:
      return "exp(" + value_.to_string() + ")";
    case Form::minus_exp:
      return "-exp(" + value_.to_string() + ")";
    case Form::sqrt:
      return "sqrt(" + value_.to_string() + ")";
    case Form::minus_sqrt:
      return "-sqrt(" + value_.to_string() + ")";
  }
  require(false, "a form of Number");
  return {};
}

std::optional<Rational> Number::rational() const {
  if (form_ != Form::rational) return std::nullopt;
  return value_;
}

std::optional<Rational> Number::rational_exponential() const {
  if (form_ == Form::ln) return value_;
  if (form_ == Form::rational && value_.sign() == 0) return Rational(1);
  return std::nullopt;
}

std::optional<Rational> Number::signed_square() const {
  if (form_ == Form::sqrt) return value_;
  if (form_ == Form::minus_sqrt) return -value_;
  if (form_ != Form::rational) return std::nullopt;
  return value_.sign() < 0 ? -(value_ * value_) : value_ * value_;
}

int Number::sign() const {
  switch (form_) {
    case Form::rational:
      return value_.sign();
    case Form::ln:
      return value_ > Rational(1) ? 1 : -1;  // never ln(1)
    case Form::exp:
    case Form::sqrt:  // never sqrt(0)
      return 1;
    case Form::minus_exp:
    case Form::minus_sqrt:
      return -1;
  }
  require(false, "a form of Number");
  return 0;
}

Ball Number::ball(slong bits) const {
  switch (form_) {
    case Form::rational:
      return Ball(value_, bits);
    case Form::ln:
      // log1p keeps relative accuracy next to ln(1); away from it the logarithm itself does.
      if (value_ > Rational("1/2") && value_ < Rational(2)) return log1p(Ball(value_ - Rational(1), bits));
      return log(Ball(value_, bits));
    case Form::exp:
      return hallmark::exp(Ball(value_, bits));
    case Form::minus_exp:
      return -hallmark::exp(Ball(value_, bits));
    case Form::sqrt:
      return hallmark::sqrt(Ball(value_, bits));
    case Form::minus_sqrt:
      return -hallmark::sqrt(Ball(value_, bits));
  }
  require(false, "a form of Number");
  return Ball::anything(bits);
}

Ball exponential(const Number& x, slong bits) {
  if (const auto r = x.rational_exponential()) return Ball(*r, bits);
  return exp(x.ball(bits));
}

Ball exponential_minus_1(const Number& x, slong bits) {
  if (const auto r = x.rational_exponential()) return Ball(*r - Rational(1), bits);
  return expm1(x.ball(bits));
}

Ball exponential_of_sum_minus_1(const Number& a, const Number& b, slong bits) {
  const auto ea = a.rational_exponential();
  const auto eb = b.rational_exponential();
  if (ea && eb) return Ball(*ea * *eb - 1, bits);
  return expm1(a.ball(bits) + b.ball(bits));
}

Ball exponential_difference(const Number& a, const Number& b, slong bits) {
  const auto ea = a.rational_exponential();
  const auto eb = b.rational_exponential();
  if (ea && eb) return Ball(*ea - *eb, bits);
  const auto ra = a.rational();
  const auto rb = b.rational();
  const Ball gap = ra && rb ? Ball(*ra - *rb, bits) : (a.ball(2 * bits) - b.ball(2 * bits)).with_bits(bits);
  return exponential(b, bits) * expm1(gap);
}

namespace {

// Precision doubling on balls that are known to differ; gives up only where equality is an open question.
Truth less_by_precision(const Number& a, const Number& b) {
  for (slong bits = 64; bits <= (slong{1} << 16); bits *= 2) {
    const Truth t = less(a.ball(bits), b.ball(bits));
    if (t != Truth::unknown) return t;
  }
  return Truth::unknown;
}

}  // namespace

Truth less(const Number& a, const Number& b) {
  if (a == b) return Truth::no;
  if (a.sign() != b.sign()) return truth(a.sign() < b.sign());
  const auto ra = a.rational();
  const auto rb = b.rational();
  if (ra && rb) return truth(*ra < *rb);
  const auto ea = a.rational_exponential();
  const auto eb = b.rational_exponential();
  if (ea && eb) return truth(*ea < *eb);
  if (const auto sa = a.signed_square(), sb = b.signed_square(); sa && sb) return truth(*sa < *sb);
  return less_by_precision(a, b);
}

Truth less_equal(const Number& a, const Number& b) {
  if (a == b) return Truth::yes;
  return less(a, b);
}

}  // namespace hallmark
