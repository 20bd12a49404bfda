// Arguments: the parameters of one quantity, read exactly from text and checked against their declared domains.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exact/number.hpp"
#include "hallmark/claim.hpp"

namespace hallmark {

namespace composition {
struct Phase;
}

/// What a parameter may be. Every domain is checked before anything is computed.
enum class Domain {
  count,                 // an integer from 1 to 10^15
  natural,               // an integer from 0 to 10^15
  categories,            // an integer from 2 to 10^15
  others,                // an integer from 0 to 10^15, or "best"
  positive_eps,          // 10^-30 <= x <= 10^4, nats
  eps,                   // 0 <= x <= 10^4, nats
  real_eps,              // -10^4 <= x <= 10^4, nats
  probability,           // 0, or 10^-99999 <= x <= 1
  positive_probability,  // 10^-99999 <= x <= 1
  open_probability,      // 10^-99999 <= x < 1
  probability_below_1,   // 0, or 10^-99999 <= x < 1
  deviation,             // 10^-30 <= x <= 10^30
  order,                 // 1 < x <= 10^30
  above_minus_1,         // -1 < x <= 10^30
  orders,                // a range a..b of integers, 2 <= a <= b <= 10^6
  real_orders,           // a range a..b of integers, 1 <= a < b <= 10^6, for all real orders in it above 1
  probability_or_best,   // 10^-99999 <= x <= 1, or "best"
  one,                   // the integer 1: a place kept for compositions
  direction,             // remove, add or both
  adjacency,             // zero-out or replace-one
  level,                 // 0 <= x <= 1000
  group,                 // an integer from 1 to 100
  members,               // an integer from 0 to 100
  word,                  // one of the parameter's words
  phases,                // ROUNDS*MECHANISM(name=value,...), joined by +
  parts,                 // phases of each part of the data, joined by |
  rationals,             // 1 to 8192 rationals a,b,c, or "N coefficients of (1-x)^(r)"
  table,                 // 1 to 4096 rows of rationals a,b;c,d
};

/// The domain in words, as error messages and `hallmark list` print it.
[[nodiscard]] std::string_view describe(Domain domain);
/// The domain of that name: "positive_eps".
/// Kind:      exact
/// Domain:    a name of the enumeration: anything else is a broken invariant
[[nodiscard]] Domain read_domain(std::string_view name);

/// The words of a text, which spaces separate.
/// Kind:      exact
[[nodiscard]] std::vector<std::string_view> words_of_text(std::string_view text);

/// A canonical number for people: a long fraction as the short decimal that it may be (1e-400, not its 400 zeros).
/// Kind:      exact: the number itself, in the number grammar
[[nodiscard]] std::string readable_number(const std::string& canonical);

struct Parameter {
  std::string_view name;
  Domain domain;
  std::string_view default_text = {};  // empty: must be given, unless optional
  bool quiet = false;                  // the canonical parameters leave the default out
  std::string_view words = {};         // of Domain::word: the texts it may have, separated by spaces
  bool optional = false;               // where it is not given, it is not among the canonical texts
};

/// What the parameter may be, in words.
[[nodiscard]] std::string describe(const Parameter& parameter);
/// Whether it takes phases, or those of each part of the data.
[[nodiscard]] bool is_of_phases(const Parameter& parameter);

/// Checked parameters of one quantity.
class Arguments {
 public:
  /// Names and words of people are read first: bounds/aliases.hpp.
  /// Domain:    every declared parameter without a default present, no other present but "adjacency" (which must then
  ///            be the entry's own, where it is not declared), each value in its domain; otherwise throws InputError
  ///            naming quantity, parameter, value
  Arguments(std::string_view quantity, const std::vector<Parameter>& declared, Adjacency adjacency,
            const ParameterTexts& texts);

  [[nodiscard]] slong count(std::string_view name) const;
  [[nodiscard]] const Number& number(std::string_view name) const;
  [[nodiscard]] Direction direction() const { return direction_; }
  /// The entry's own where it is no parameter. Substitution is read as replace-one: they are one relation.
  [[nodiscard]] Adjacency adjacency() const { return adjacency_; }
  /// The phases that a parameter gives, nullptr where none does.
  [[nodiscard]] const std::shared_ptr<const std::vector<composition::Phase>>& phases() const { return phases_; }
  /// First and last order of a range.
  [[nodiscard]] std::pair<slong, slong> orders() const { return orders_; }
  /// Whether a parameter that may be searched for is to be.
  [[nodiscard]] bool is_best(std::string_view name) const { return canonical_.at(std::string(name)) == "best"; }
  /// Whether a parameter has one number: not a word, a list, a direction, a range or "best".
  [[nodiscard]] bool is_number(std::string_view name) const { return numbers_.find(name) != numbers_.end(); }
  /// Whether an optional parameter was given.
  [[nodiscard]] bool has(std::string_view name) const { return canonical_.contains(std::string(name)); }
  /// The word of a parameter of words.
  [[nodiscard]] const std::string& word(std::string_view name) const { return canonical_.at(std::string(name)); }
  /// The numbers of a list, as the one row of a table; the rows of a table.
  [[nodiscard]] const std::vector<std::vector<Rational>>& rows(std::string_view name) const;
  /// Nothing for "best".
  [[nodiscard]] std::optional<slong> others() const;
  /// Canonical texts of all parameters, defaults filled in but for quiet ones: shortest of integer, reduced fraction,
  /// ln(...), exp(...).
  [[nodiscard]] const std::map<std::string, std::string>& canonical() const { return canonical_; }
  /// What was read in other names or worked out, a line each: "steps = 14063: 60 epochs of 234.375 steps, rounded up".
  [[nodiscard]] const std::vector<std::string>& readings() const { return readings_; }
  /// "(name=value, ...)" for people: long fractions that are short decimals as those.
  [[nodiscard]] std::string text() const;

 private:
  std::map<std::string, Number, std::less<>> numbers_;
  std::map<std::string, std::vector<std::vector<Rational>>, std::less<>> rows_;
  std::map<std::string, std::string> canonical_;
  std::vector<std::string> readings_;
  Direction direction_ = Direction::both;
  Adjacency adjacency_;
  std::pair<slong, slong> orders_ = {};
  std::shared_ptr<const std::vector<composition::Phase>> phases_ = {};
};

}  // namespace hallmark
