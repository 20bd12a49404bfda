#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/number.hpp"

namespace hallmark::check {

/// Why a text is not a certificate: line (from 1; 0 is the file as a whole) and what was expected there.
struct Malformed {
  std::size_t line = 0;
  std::string expected;
};

/// Why a certificate proves nothing: the step and the rule that failed.
struct Rejected {
  std::string step;
  std::string rule;
};

inline constexpr std::size_t kMaxFileBytes = 4'194'304;
inline constexpr std::size_t kMaxLineBytes = 262'144;
inline constexpr std::size_t kMaxLines = 8192;
/// Of a rational of a witness, numerator and denominator together: it only steers, and longer ones would only cost.
inline constexpr std::size_t kMaxSteeringBits = 8192;

/// The parts of a text between separators: one at least.
[[nodiscard]] std::vector<std::string_view> split(std::string_view text, char separator);

/// Reads the lines of a certificate one after the other, each by the words it begins with (`head`).
/// Domain:   every function throws Malformed, which names the line and what was expected there
class Reader {
 public:
  /// The lines of a file up to its seal, after the checks of FORMAT.md section 1 and of the digest.
  explicit Reader(std::string_view bytes);

  /// Heads of the lines to come begin with this.
  void set_prefix(std::string prefix) { prefix_ = std::move(prefix); }
  [[nodiscard]] bool next_is(std::string_view head) const { return peek().starts_with(prefix_ + std::string(head)); }
  [[nodiscard]] bool finished() const { return at_ == lines_.size(); }

  void exactly(std::string_view text);
  /// What follows the head and one space.
  std::string_view rest(std::string_view head);
  /// The same, split at single spaces.
  std::vector<std::string_view> words(std::string_view head);
  /// Which of the words follows the head: its place among them, as a number or as the value of an enumeration.
  template <class Choice = std::size_t>
  Choice one_of(std::string_view head, const std::vector<std::string_view>& words) {
    return static_cast<Choice>(place_of(head, words));
  }
  /// The same of a word of the line that was read last; `expected` says what the line must be.
  template <class Choice>
  [[nodiscard]] Choice to_one_of(std::string_view word, const std::vector<std::string_view>& words,
                                 const std::string& expected) const {
    const auto found = std::find(words.begin(), words.end(), word);
    if (found == words.end()) fail(expected);
    return static_cast<Choice>(found - words.begin());
  }
  Number number(std::string_view head);
  /// Of a witness, as to_rational.
  Rational rational(std::string_view head);
  Integer integer(std::string_view head, const Integer& least, const Integer& most);

  /// A word of the line that was read last; a rational of at most kMaxSteeringBits.
  [[nodiscard]] Rational to_rational(std::string_view word) const;
  [[nodiscard]] Integer to_integer(std::string_view word, const Integer& least, const Integer& most) const;

  /// Of the line that was read last.
  [[noreturn]] void fail(const std::string& expected) const { throw Malformed{at_, expected}; }

 private:
  std::size_t place_of(std::string_view head, const std::vector<std::string_view>& words);
  [[nodiscard]] std::string_view peek() const { return finished() ? std::string_view() : lines_[at_]; }

  std::vector<std::string_view> lines_;
  std::size_t at_ = 0;  // how many lines have been read
  std::string prefix_;
};

}  // namespace hallmark::check
