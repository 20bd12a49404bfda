// A number to quote: one line that stays true at the digits asked for, in text and in LaTeX.
#pragma once

#include <string>

#include "bounds/registry.hpp"

namespace hallmark::cli {

/// "epsilon <= 3.99  (rounded up; lower end 3.98)" or what suits the quantity: the safe end of an answer rounded to the
/// safe side, then the other end.
/// Kind:      what it says follows from the answer
/// Domain:    digits >= 1
[[nodiscard]] std::string quote_text(const Entry& entry, Kind kind, const Answer& answer, long digits);

/// The same as an inequality in LaTeX, with the statement in words and the BibTeX keys of what it rests on.
[[nodiscard]] std::string quote_tex(const Entry& entry, const Arguments& arguments, const Answer& answer, long digits);

/// "neighbours differ in one record, replaced by another one": an adjacency in words; the direction of a quantity, of the
/// rates of a test the null hypothesis. The direction is `both` where the quantity has none.
[[nodiscard]] std::string_view adjacency_words(Adjacency adjacency);
[[nodiscard]] std::string_view direction_words(const Entry& entry, const Arguments& arguments);

}  // namespace hallmark::cli
