#include "cli/compare/measured.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t max_hexadecimal_digits = 64;
constexpr long max_binary_exponent = 20'000;  // beyond the 16 445 of an 80-bit long double

[[noreturn]] void refuse(std::string_view text) {
  throw InputError(fmt::format("expected a number, found \"{}\"", shortened(text)));
}

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

bool same_word(std::string_view text, std::string_view word) {
  return std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) { return lower(a) == b; });
}

template <std::size_t N>
bool one_of(std::string_view text, const std::array<std::string_view, N>& words) {
  return std::any_of(words.begin(), words.end(), [&](std::string_view word) { return same_word(text, word); });
}

int hexadecimal_digit(char c) {
  const char l = lower(c);
  if (l >= '0' && l <= '9') return l - '0';
  if (l >= 'a' && l <= 'f') return l - 'a' + 10;
  return -1;
}

// The digits after "0x": h.hhhp+d.
Rational read_hexadecimal(std::string_view whole, std::string_view text) {
  Rational mantissa = 0;
  std::size_t digits = 0;
  long shift = 0;
  bool after_point = false;
  std::size_t at = 0;
  for (; at < text.size(); ++at) {
    if (text[at] == '.' && !after_point) {
      after_point = true;
      continue;
    }
    const int digit = hexadecimal_digit(text[at]);
    if (digit < 0) break;
    if (++digits > max_hexadecimal_digits) refuse(whole);
    mantissa = mantissa * 16 + digit;
    if (after_point) shift -= 4;
  }
  if (digits == 0) refuse(whole);
  long exponent = 0;
  if (at < text.size()) {
    if (lower(text[at]) != 'p') refuse(whole);
    ++at;
    const bool down = at < text.size() && text[at] == '-';
    if (at < text.size() && (text[at] == '-' || text[at] == '+')) ++at;
    if (at == text.size()) refuse(whole);
    for (; at < text.size(); ++at) {
      if (text[at] < '0' || text[at] > '9') refuse(whole);
      exponent = exponent * 10 + (text[at] - '0');
      if (exponent > max_binary_exponent) {
        throw InputError(fmt::format("expected a binary exponent of at most {}, found \"{}\"", max_binary_exponent,
                                     shortened(whole)));
      }
    }
    if (down) exponent = -exponent;
  }
  return mantissa * pow(Rational(2), exponent + shift);
}

// ".5" and "5." as the grammar of Rational wants them: "0.5", "5".
std::string completed(std::string_view text) {
  std::string out;
  if (!text.empty() && text.front() == '.') out = "0";
  const std::size_t point = text.find('.');
  if (point != std::string_view::npos && point > 0 &&
      (point + 1 == text.size() || text[point + 1] == 'e' || text[point + 1] == 'E')) {
    return out.append(text.substr(0, point)).append(text.substr(point + 1));
  }
  return out.append(text);
}

}  // namespace

Measured read_measured(std::string_view text) {
  static constexpr std::array<std::string_view, 5> not_numbers{"nan", "na", "nan(ind)", "nan(snan)", "1.#qnan"};
  static constexpr std::array<std::string_view, 2> infinities{"inf", "infinity"};
  static constexpr std::array<std::string_view, 2> nothings{"null", "none"};
  if (text.empty() || one_of(text, nothings)) return {};
  const bool negative = text.front() == '-';
  const std::string_view size = negative || text.front() == '+' ? text.substr(1) : text;
  if (one_of(size, not_numbers)) return {Form::not_a_number, {}};
  if (one_of(size, infinities)) return {negative ? Form::minus_infinity : Form::infinity, {}};
  if (size.empty() || size.front() == '-' || size.front() == '+') refuse(text);
  Rational value;
  if (size.size() > 2 && size[0] == '0' && lower(size[1]) == 'x') {
    value = read_hexadecimal(text, size.substr(2));
  } else if (size.size() <= max_digits + 16) {
    try {
      value = Rational(completed(size));
    } catch (const InputError& error) {
      throw InputError(fmt::format("expected a number, found {}", error.what()));
    }
  } else {
    throw InputError(
        fmt::format("expected a number of at most {} digits, found {} characters", max_digits, size.size()));
  }
  return {Form::finite, negative ? -value : std::move(value)};
}

std::optional<Rational> read_nonnegative(std::string_view text) {
  try {
    Measured m = read_measured(text);
    if (m.form == Form::finite && m.value.sign() >= 0) return std::move(m.value);
  } catch (const InputError&) {
    return std::nullopt;
  }
  return std::nullopt;
}

}  // namespace hallmark::cli
