// Claims of tests with their numbers as texts.
#pragma once

#include <catch2/catch.hpp>
#include <map>
#include <string>

#include "claim.hpp"

namespace hallmark::check::test {

using Words = std::map<std::string, std::string, std::less<>>;

/// A number, or a fraction that need not be in lowest terms.
inline Number as_number(const std::string& text) {
  const auto slash = text.find('/');
  if (slash == std::string::npos) return parse_number(text).value();
  return {Number::Kind::rational,
          Rational(parse_integer(text.substr(0, slash)).value(), parse_integer(text.substr(slash + 1)).value())};
}

inline Quantity asked(std::string_view id, const std::map<std::string, std::string>& texts, const Words& words = {}) {
  Parameters parameters;
  for (const auto& [name, text] : texts) parameters.emplace(name, as_number(text));
  Quantity q = quantity_of(id, parameters);
  q.words = words;
  return q;
}

inline bool proves(const Quantity& q, Relation relation, const std::string& value, const std::string& witness) {
  try {
    return attempt(q, relation, as_number(value), witness).verified;
  } catch (const Rejected&) {
    return false;
  }
}

/// Both ends are proved, and neither a number beyond them.
inline void check_between(const Quantity& q, const std::string& lo, const std::string& hi, const std::string& witness) {
  INFO(to_text(q));
  CHECK(proves(q, Relation::greater_equal, lo, witness));
  CHECK(proves(q, Relation::less_equal, hi, witness));
  CHECK_FALSE(proves(q, Relation::less_equal, lo, witness));
  CHECK_FALSE(proves(q, Relation::greater_equal, hi, witness));
}

}  // namespace hallmark::check::test
