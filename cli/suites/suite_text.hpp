// Suites as they are written: grids of questions, each with the reason why it is asked.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/suites/suites.hpp"

namespace hallmark {
/// The data files of this folder, each with its name: CMake makes them part of the program.
[[nodiscard]] std::span<const std::pair<std::string_view, std::string_view>> suite_texts();
}  // namespace hallmark

namespace hallmark::cli {

/// The suite of a text. It begins with `suite NAME` and the lines of its header, each after `| `. A group is
///
///     group QUANTITY SOURCE digits N [exact] [together] [spare N] [with NAME VALUE ...] [[FLAG ...]] [as QUANTITY SOURCE]
///       NAME {VALUE ...} (NAME NAME) {VALUE VALUE; ...} NAME VALUE : COMMENT [FLAG ...]
///       for NAME {VALUE ...}
///         ...
///       mark FLAG WHERE
///
/// A line is all combinations of its choices, the first choice the slowest; `for` repeats the lines below it that are indented by
/// four. {NAME} in a comment is the value as it is written. `mark` adds a flag, `smoke` and `certified` mark cases: those WHERE values
/// are among the ones listed, `at` their numbers, `from` one `every` so many, or all, `*`. A line that is indented further goes on.
/// `as` takes the cases of a group before it, but for the values of `with`.
/// Values are texts; 2^-20, 1-2^-20 and ln(1+2^-20) are written out as fractions.
/// Domain:    `text` stays where it is; what cannot be read is a broken invariant, for the text is part of the program
[[nodiscard]] Suite read_suite(std::string_view text);

/// The notes of a text: `flag NAME LINK ...`, below it what it is for, and after `! ` what a wrong answer means.
[[nodiscard]] std::vector<Note> read_notes(std::string_view text);

}  // namespace hallmark::cli
