#include "exact/rational.hpp"

#include <fmt/format.h>

#include <memory>

#include "exact/error.hpp"

namespace hallmark {
namespace {

[[noreturn]] void refuse(std::string_view text, std::size_t at, std::string_view expected) {
  throw InputError(fmt::format("number \"{}\": column {}: expected {}", shortened(text), at + 1, expected));
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Reads digits from position `at`; returns the position after them.
std::size_t skip_digits(std::string_view text, std::size_t at) {
  const std::size_t start = at;
  while (at < text.size() && is_digit(text[at])) ++at;
  if (at == start) refuse(text, at, "a digit");
  return at;
}

void set_integer(fmpz_t out, const std::string& digits) {
  require(fmpz_set_str(out, digits.c_str(), 10) == 0, "digits were checked");
}

}  // namespace

Rational::Rational(std::string_view text) : Rational() {
  // Syntax and sizes first, so that no arithmetic happens on refused text. The destructor runs if we throw:
  // the delegated constructor has finished.
  if (text.size() > max_digits + 16) {
    throw InputError(fmt::format("number \"{}\": must have at most {} digits", shortened(text), max_digits));
  }
  std::size_t at = 0;
  const bool negative = !text.empty() && text[0] == '-';
  if (negative) ++at;
  const std::size_t integer_begin = at;
  const std::size_t integer_end = skip_digits(text, at);
  at = integer_end;
  std::string digits(text.substr(integer_begin, integer_end - integer_begin));
  slong scale = 0;  // value = digits * 10^scale
  if (at < text.size() && text[at] == '/') {
    const std::size_t begin = at + 1;
    const std::size_t end = skip_digits(text, begin);
    if (end != text.size()) refuse(text, end, "the end of the fraction");
    if (digits.size() + (end - begin) > max_digits) {
      throw InputError(fmt::format("number \"{}\": must have at most {} digits", shortened(text), max_digits));
    }
    set_integer(fmpq_numref(value_), digits);
    set_integer(fmpq_denref(value_), std::string(text.substr(begin)));
    if (fmpz_is_zero(fmpq_denref(value_))) {
      fmpz_one(fmpq_denref(value_));
      refuse(text, begin, "a denominator other than 0");
    }
    fmpq_canonicalise(value_);
  } else {
    if (at < text.size() && text[at] == '.') {
      const std::size_t begin = at + 1;
      const std::size_t end = skip_digits(text, begin);
      digits += text.substr(begin, end - begin);
      scale -= static_cast<slong>(end - begin);
      at = end;
    }
    if (digits.size() > max_digits) {
      throw InputError(fmt::format("number \"{}\": must have at most {} digits", shortened(text), max_digits));
    }
    if (at < text.size() && (text[at] == 'e' || text[at] == 'E')) {
      ++at;
      const bool down = at < text.size() && text[at] == '-';
      if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
      const std::size_t end = skip_digits(text, at);
      slong exponent = 0;
      for (std::size_t i = at; i < end; ++i) {
        exponent = exponent * 10 + (text[i] - '0');
        if (exponent > max_exponent) {
          throw InputError(
              fmt::format("number \"{}\": the exponent must be at most {} in size", shortened(text), max_exponent));
        }
      }
      scale += down ? -exponent : exponent;
      at = end;
    }
    if (at != text.size()) refuse(text, at, "the end of the number");
    set_integer(fmpq_numref(value_), digits);
    if (scale != 0 && !fmpz_is_zero(fmpq_numref(value_))) {
      fmpz_t power;
      fmpz_init_set_ui(power, 10);
      fmpz_pow_ui(power, power, static_cast<ulong>(scale > 0 ? scale : -scale));
      if (scale > 0) {
        fmpq_mul_fmpz(value_, value_, power);
      } else {
        fmpq_div_fmpz(value_, value_, power);
      }
      fmpz_clear(power);
    }
  }
  if (negative) fmpq_neg(value_, value_);
}

Rational Rational::numerator() const {
  Rational r;
  fmpz_set(fmpq_numref(r.value_), fmpq_numref(value_));
  return r;
}

Rational Rational::denominator() const {
  Rational r;
  fmpz_set(fmpq_numref(r.value_), fmpq_denref(value_));
  return r;
}

slong Rational::to_long() const {
  if (!is_integer() || !fmpz_fits_si(fmpq_numref(value_))) {
    throw InputError("to_long", "value", to_string(), "an integer of at most 63 bits");
  }
  return fmpz_get_si(fmpq_numref(value_));
}

std::string Rational::to_string() const {
  const std::unique_ptr<char, void (*)(void*)> text(fmpq_get_str(nullptr, 10, value_), flint_free);
  return text.get();
}

Rational& Rational::operator+=(const Rational& b) {
  fmpq_add(value_, value_, b.value_);
  return *this;
}
Rational& Rational::operator-=(const Rational& b) {
  fmpq_sub(value_, value_, b.value_);
  return *this;
}
Rational& Rational::operator*=(const Rational& b) {
  fmpq_mul(value_, value_, b.value_);
  return *this;
}
Rational& Rational::operator/=(const Rational& b) {
  if (b.sign() == 0) throw InputError("operator/", "divisor", "0", "other than 0");
  fmpq_div(value_, value_, b.value_);
  return *this;
}
Rational Rational::operator-() const {
  Rational r;
  fmpq_neg(r.value_, value_);
  return r;
}

Rational pow(const Rational& base, slong exponent) {
  if (base.sign() == 0 && exponent < 0) throw InputError("pow", "base", "0", "other than 0 for a negative exponent");
  Rational r;
  fmpq_pow_si(r.raw(), base.raw(), exponent);
  return r;
}

Rational floor(const Rational& x) {
  Rational r;
  fmpz_fdiv_q(fmpq_numref(r.raw()), fmpq_numref(x.raw()), fmpq_denref(x.raw()));
  return r;
}

Rational ceil(const Rational& x) {
  Rational r;
  fmpz_cdiv_q(fmpq_numref(r.raw()), fmpq_numref(x.raw()), fmpq_denref(x.raw()));
  return r;
}

std::optional<Rational> exact_sqrt(const Rational& x) {
  require(x.sign() >= 0, "a number that is not negative");
  // Lowest terms: a square exactly if both of its terms are.
  if (fmpz_is_square(fmpq_numref(x.raw())) == 0 || fmpz_is_square(fmpq_denref(x.raw())) == 0) return std::nullopt;
  fmpz_t root;
  fmpz_init(root);
  fmpz_sqrt(root, fmpq_numref(x.raw()));
  const std::unique_ptr<char, void (*)(void*)> above(fmpz_get_str(nullptr, 10, root), flint_free);
  fmpz_sqrt(root, fmpq_denref(x.raw()));
  const std::unique_ptr<char, void (*)(void*)> below(fmpz_get_str(nullptr, 10, root), flint_free);
  fmpz_clear(root);
  return Rational(above.get()) / Rational(below.get());
}

}  // namespace hallmark
