#include "numbers/number.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace hallmark::check {

namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

std::optional<Rational> parse_rational(std::string_view text) {
  const std::size_t slash = text.find('/');
  const std::optional<Integer> numerator = parse_integer(text.substr(0, slash));
  if (!numerator) return std::nullopt;
  if (slash == std::string_view::npos) return Rational(*numerator);
  const std::optional<Integer> denominator = parse_integer(text.substr(slash + 1));
  if (!denominator || *denominator < 2 || gcd(*numerator, *denominator) != 1) return std::nullopt;
  return Rational(*numerator, *denominator);
}

bool is_square(const Integer& value) {
  Meter::charge(2 * price::product(value.limbs(), value.limbs()));
  return mpz_perfect_square_p(raw(value)) != 0;
}

constexpr std::array<std::pair<Number::Kind, std::string_view>, 3> kHeads{
    {{Number::Kind::ln, "ln("}, {Number::Kind::exp, "exp("}, {Number::Kind::sqrt, "sqrt("}}};

}  // namespace

std::optional<Integer> parse_integer(std::string_view text) {
  const bool negative = !text.empty() && text.front() == '-';
  const std::string_view digits = text.substr(negative ? 1 : 0);
  if (digits.empty() || digits.size() > kMaxDigits || !std::all_of(digits.begin(), digits.end(), is_digit))
    return std::nullopt;
  if (digits.front() == '0' && (digits.size() > 1 || negative)) return std::nullopt;
  const std::string copy(text);
  const Count limbs = digits.size() / 19 + 1;
  Integer value;
  value.write(price::decimal(limbs), limbs, [&](mpz_ptr z) { mpz_set_str(z, copy.c_str(), 10); });
  return value;
}

std::optional<Range> parse_range(std::string_view text) {
  const std::size_t dots = text.find("..");
  if (dots == std::string_view::npos) return std::nullopt;
  const std::optional<Integer> first = parse_integer(text.substr(0, dots));
  const std::optional<Integer> last = parse_integer(text.substr(dots + 2));
  if (!first || !last || *first < 0 || *last < 0) return std::nullopt;
  return Range{*first, *last};
}

std::string to_text(const Range& range) { return range.first.text() + ".." + range.last.text(); }

std::optional<Number> parse_number(std::string_view text) {
  Number number;
  for (const auto& [kind, head] : kHeads) {
    if (!text.starts_with(head) || !text.ends_with(')')) continue;
    number.kind = kind;
    text = text.substr(head.size(), text.size() - head.size() - 1);
    break;
  }
  const std::optional<Rational> r = parse_rational(text);
  if (!r) return std::nullopt;
  number.argument = *r;
  switch (number.kind) {
    case Number::Kind::ln:
      return *r > 0 && *r != 1 ? std::optional(number) : std::nullopt;
    case Number::Kind::exp:
      return *r != 0 ? std::optional(number) : std::nullopt;
    case Number::Kind::sqrt:
      return *r > 0 && !(is_square(numerator(*r)) && is_square(denominator(*r))) ? std::optional(number) : std::nullopt;
    case Number::Kind::rational:
      break;
  }
  return number;
}

std::string to_text(const Number& number) {
  std::string text = numerator(number.argument).text();
  if (denominator(number.argument) != 1) text += "/" + denominator(number.argument).text();
  for (const auto& [kind, head] : kHeads) {
    if (number.kind == kind) return std::string(head) + text + ")";
  }
  return text;
}

Interval enclose(const Number& number, Count precision) {
  const Interval argument(number.argument, precision);
  switch (number.kind) {
    case Number::Kind::ln:
      // ln near 1 loses precision with the rounding of its argument: the exact r - 1 goes into log1p, which in turn
      // would round that of a small r to -1.
      if (2 * number.argument < 1) return log(argument);
      return log1p(Interval(Rational(number.argument - 1), precision));
    case Number::Kind::exp:
      return exp(argument);
    case Number::Kind::sqrt:
      return sqrt(argument);
    case Number::Kind::rational:
      break;
  }
  return argument;
}

Interval enclose_minus_1(const Number& number, Count precision) {
  if (number.kind == Number::Kind::rational) return {Rational(number.argument - 1), precision};
  return enclose(number, precision) - integer(1, precision);
}

Interval enclose_exp(const Number& number, Count precision) {
  if (const std::optional<Rational> exact = rational_exp(number)) return {*exact, precision};
  return exp(enclose(number, precision));
}

Interval enclose_expm1(const Number& number, Count precision) {
  if (const std::optional<Rational> exact = rational_exp(number)) return {Rational(*exact - 1), precision};
  return expm1(enclose(number, precision));
}

std::optional<Rational> rational_exp(const Number& number) {
  if (number.kind == Number::Kind::ln) return number.argument;
  if (number.kind == Number::Kind::rational && number.argument == 0) return Rational(1);
  return std::nullopt;
}

Number root(const Rational& x) {
  if (!is_square(numerator(x)) || !is_square(denominator(x))) return {Number::Kind::sqrt, x};
  return {Number::Kind::rational, Rational(sqrt(numerator(x)), sqrt(denominator(x)))};
}

std::optional<Count> small_integer(const Number& number) {
  if (number.kind != Number::Kind::rational || denominator(number.argument) != 1) return std::nullopt;
  const Integer value = numerator(number.argument);
  if (value < 1 || value >= Integer(1) << 63) return std::nullopt;
  return value.to_count();
}

Order compare(const Number& a, const Number& b) {
  if (a.kind == b.kind) {
    if (a.argument == b.argument) return Order::equal;
    return a.argument < b.argument ? Order::less : Order::greater;
  }
  return against(a, [&](Count precision) { return enclose(b, precision); });
}

Order compare(const Number& a, const Rational& b) { return compare(a, Number{Number::Kind::rational, b}); }

Order against(const Number& x, const std::function<Interval(Count)>& y) {
  for (Count precision = 128; precision <= 32768; precision *= 4) {
    const Interval left = enclose(x, precision);
    const Interval right = y(precision);
    if (less(left, right) == Truth::yes) return Order::less;
    if (less(right, left) == Truth::yes) return Order::greater;
  }
  return Order::unknown;
}

Order against_multiple(const Number& x, const Number& unit, Count count) {
  if (count == 1) return compare(x, unit);
  if (unit.kind == Number::Kind::rational) return compare(x, unit.argument * count);
  constexpr Count most_bits = 1 << 20;
  if (unit.kind == Number::Kind::ln && x.kind == Number::Kind::ln && count <= most_bits / unit.argument.bits()) {
    return compare(x, Number{Number::Kind::ln, pow(unit.argument, count)});
  }
  return against(x, [&](Count precision) { return enclose(unit, precision) * integer(count, precision); });
}

Order against_sampling(const Number& x, const Number& rate, Count count) {
  if (rate.kind == Number::Kind::rational) {
    return against_multiple(x, {Number::Kind::ln, 1 / (1 - rate.argument)}, count);
  }
  return against(x, [&](Count precision) { return -(log1p(-enclose(rate, precision)) * integer(count, precision)); });
}

}  // namespace hallmark::check
