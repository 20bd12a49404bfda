// Least: what is known of the least of a number over choices (orders, thresholds, places). A choice proves an upper end;
// a lower end takes all of them. The two are different types, so that neither is taken for the other.
#pragma once

#include <optional>
#include <vector>

#include "exact/bracket.hpp"

namespace hallmark {

/// The least number is at most this: the number of one choice, enclosed. How low that number may be says nothing of the
/// least one.
class UpperEnd {
 public:
  [[nodiscard]] static UpperEnd of_choice(Bracket number) { return UpperEnd(std::move(number)); }
  [[nodiscard]] const Rational& value() const { return number_.hi; }
  /// The number of that choice itself.
  [[nodiscard]] const Bracket& of_the_choice() const { return number_; }

 private:
  explicit UpperEnd(Bracket number) : number_(std::move(number)) {}
  Bracket number_;
};

/// The least number is at least this, by a word on all choices.
class LowerEnd {
 public:
  /// `proved` is at most the number of every choice.
  [[nodiscard]] static LowerEnd of_all_choices(Rational proved) { return LowerEnd(std::move(proved)); }
  [[nodiscard]] const Rational& value() const { return value_; }

 private:
  explicit LowerEnd(Rational value) : value_(std::move(value)) {}
  Rational value_;
};

/// Choices as they come, and the least of their numbers.
class Least {
 public:
  /// One more choice: whether its upper end is the smallest so far.
  /// Kind:      upper bound
  /// Domain:    an enclosure of the number of a choice
  bool choice(const Bracket& number);
  /// All choices have at least this number, those that were not looked at, too.
  /// Kind:      lower bound
  /// Domain:    a lower end of the same number
  void all_choices(const LowerEnd& end);
  /// The least of numbers of which none is left out.
  /// Kind:      encloses
  /// Domain:    at least one
  [[nodiscard]] static Least of_all(const std::vector<Bracket>& numbers);

  /// Nothing where no choice was looked at, where there is no word on all.
  [[nodiscard]] const std::optional<UpperEnd>& upper() const { return upper_; }
  [[nodiscard]] const std::optional<LowerEnd>& lower() const { return lower_; }

 private:
  std::optional<UpperEnd> upper_;
  std::optional<LowerEnd> lower_;
};

/// The value of a function at a place, enclosed.
struct KnownValue {
  Rational at;
  Rational lo;
  Rational hi;
};

/// The least value of a convex function on [first place, last place], and where the lines that prove it meet.
/// Kind:      lower bound; nothing where the values leave the least one open
/// Shape:     three values at least, at increasing places
/// Domain:    a convex function, each value enclosed; `beyond`: the interval goes on to infinity
/// Rigor:     between two places a convex function lies above the line through the two before them and above that
///            through the two after them, with values rounded to the side that lowers the line there
/// Cost:      O(1) a value
struct ConvexLeast {
  LowerEnd end;
  Rational place;  // a proposal
};
[[nodiscard]] std::optional<ConvexLeast> least_of_convex(const std::vector<KnownValue>& values, bool beyond = false);

}  // namespace hallmark
