// Three-valued answers: yes and no are proved, unknown is honest.
#pragma once

namespace hallmark {

/// The answer to a question about enclosed reals. Deliberately not convertible to bool.
enum class Truth { no, yes, unknown };

[[nodiscard]] constexpr Truth operator!(Truth t) {
  return t == Truth::unknown ? t : (t == Truth::yes ? Truth::no : Truth::yes);
}

/// yes for true, no for false.
/// Kind:      exact
/// Domain:    what was proved to hold (true) or not to hold (false)
[[nodiscard]] constexpr Truth truth(bool proved) { return proved ? Truth::yes : Truth::no; }

}  // namespace hallmark
