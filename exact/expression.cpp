#include "exact/expression.hpp"

#include <fmt/format.h>

#include <cctype>
#include <string>

#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr int most_operations = 64;
constexpr int deepest = 64;
constexpr slong most_bits = 400'000;  // 10^-100000 is smaller

bool is_a_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// sum := product {("+" | "-") product}, product := signed {("*" | "/") signed}, signed := ["-"] signed | power,
// power := place [("^" | "**") signed], place := (decimal | "(" sum ")") {"%"}.
class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Rational all() {
    const Rational value = sum();
    if (peek() != '\0') expected("an operator or the end");
    return value;
  }

 private:
  [[noreturn]] void refuse(std::string_view what) const {
    throw InputError(fmt::format("number \"{}\": {}", shortened(text_), what));
  }
  [[noreturn]] void expected(std::string_view what) const {
    refuse(fmt::format("column {}: expected {}", at_ + 1, what));
  }

  // The next sign that is no space, 0 at the end.
  char peek() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char sign) {
    if (peek() != sign) return false;
    ++at_;
    return true;
  }

  // ** is the power of Python.
  bool take_two_stars() {
    if (peek() != '*' || !text_.substr(at_).starts_with("**")) return false;
    at_ += 2;
    return true;
  }

  Rational counted(Rational value) {
    if (++operations_ > most_operations) refuse(fmt::format("must have at most {} operations", most_operations));
    if (value.height_bits() > most_bits) refuse("must stay below 120000 digits in numerator and denominator");
    return value;
  }

  Rational sum() {
    Rational value = product();
    for (;;) {
      if (take('+')) {
        value = counted(value + product());
      } else if (take('-')) {
        value = counted(value - product());
      } else {
        return value;
      }
    }
  }

  Rational product() {
    Rational value = signed_power();
    for (;;) {
      if (take('*')) {
        value = counted(value * signed_power());
      } else if (take('/')) {
        const Rational divisor = signed_power();
        if (divisor.sign() == 0) refuse("must not divide by 0");
        value = counted(value / divisor);
      } else {
        return value;
      }
    }
  }

  Rational signed_power() {
    if (++depth_ > deepest) refuse(fmt::format("must be nested at most {} deep", deepest));
    const Rational value = take('-') ? -signed_power() : power();
    --depth_;
    return value;
  }

  Rational power() {
    const Rational base = place();
    if (!take('^') && !take_two_stars()) return base;
    const Rational exponent = signed_power();
    if (!exponent.is_integer()) {
      refuse(fmt::format("the exponent {} is no integer, so that the power need not be rational",
                         shortened(exponent.to_string())));
    }
    if (base.sign() == 0 && exponent.sign() < 0) refuse("must not divide by 0");
    if (base.sign() == 0 || base == Rational(1)) return counted(exponent.sign() == 0 ? Rational(1) : base);
    const Rational size = exponent.sign() < 0 ? -exponent : exponent;
    if (size * Rational(base.height_bits()) > Rational(2 * most_bits)) {
      refuse("must stay below 120000 digits in numerator and denominator");
    }
    return counted(pow(base, exponent.to_long()));
  }

  Rational place() {
    Rational value = opened();
    while (take('%')) value = counted(value / 100);
    return value;
  }

  Rational opened() {
    if (take('(')) {
      Rational value = sum();
      if (!take(')')) expected("\")\"");
      return value;
    }
    if (is_letter(peek())) irrational();
    return decimal_place();
  }

  [[noreturn]] void irrational() {
    const std::size_t first = at_;
    while (at_ < text_.size() && is_letter(text_[at_])) ++at_;
    const std::string word(text_.substr(first, at_ - first));
    const bool known = word == "e" || word == "pi" || word == "ln" || word == "exp" || word == "sqrt" || word == "log";
    at_ = first;
    if (!known) expected("a number");
    refuse(
        fmt::format("{} is not rational: an expression is of rational numbers; ln(r), exp(r), sqrt(r) and r*sqrt(r) "
                    "stand alone, and other numbers are written as a decimal",
                    word == "e" || word == "pi" ? word : word + "(...)"));
  }

  // Digits, of which single _ may part groups.
  void digits(std::string& out) {
    const std::size_t first = at_;
    while (at_ < text_.size()) {
      const bool parts = text_[at_] == '_' && at_ > first && at_ + 1 < text_.size() && is_a_digit(text_[at_ + 1]);
      if (!is_a_digit(text_[at_]) && !parts) break;
      if (!parts) out += text_[at_];
      ++at_;
    }
    if (at_ == first) expected("a digit");
  }

  Rational decimal_place() {
    std::string plain;
    if (peek() == '.') {
      plain = "0";
    } else {
      if (!is_a_digit(peek())) expected("a number");
      digits(plain);
    }
    if (at_ < text_.size() && text_[at_] == '.') {
      plain += '.';
      ++at_;
      digits(plain);
    }
    if (at_ < text_.size() && (text_[at_] == 'e' || text_[at_] == 'E')) {
      const std::size_t sign = at_ + 1 < text_.size() && (text_[at_ + 1] == '-' || text_[at_ + 1] == '+') ? 2 : 1;
      if (at_ + sign < text_.size() && is_a_digit(text_[at_ + sign])) {
        plain += text_.substr(at_, sign);
        at_ += sign;
        digits(plain);
      }
    }
    return counted(Rational(plain));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int operations_ = 0;
  int depth_ = 0;
};

}  // namespace

bool is_expression(std::string_view text) {
  const auto over = text.find('/');
  const bool divides = over != std::string_view::npos && text.find_first_of("/.eE", over + 1) != std::string_view::npos;
  return divides || text.find_first_of("+*^%_(") != std::string_view::npos ||
         text.find('-', 1) != std::string_view::npos;
}

Rational rational_of_expression(std::string_view text) { return Reader(text).all(); }

}  // namespace hallmark
