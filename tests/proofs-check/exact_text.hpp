// Exact numbers of tests from text, and back.
#pragma once

#include <stdexcept>
#include <string>

#include "numbers/number.hpp"

namespace hallmark::check::test {

inline Integer integer_of(const std::string& text) {
  const std::optional<Integer> value = parse_integer(text);
  if (!value) throw std::invalid_argument(text);
  return *value;
}

inline Rational rational_of(const std::string& text) {
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return integer_of(text);
  return {integer_of(text.substr(0, slash)), integer_of(text.substr(slash + 1))};
}

inline std::string text_of(const Rational& x) { return numerator(x).text() + "/" + denominator(x).text(); }

inline Rational abs(const Rational& x) { return x < 0 ? -x : x; }
using check::abs;

}  // namespace hallmark::check::test
