// Where the delta of a row is within a target: which parameter of which row, and the number of rounds that is asked for so.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "bounds/registry.hpp"

namespace hallmark {

/// A parameter of a row `of`, whose delta is monotone in it.
struct WithinQuestion {
  std::string_view id;         // the quantity that asks, for its errors
  std::string_view of;         // the delta
  std::string_view parameter;  // its count, rate or noise
  bool grows;                  // delta grows with it: the largest is asked for, 0 where 1 is too many; else the least
  bool counts;                 // it is an integer
  slong least = 1;             // of its domain
};

/// What a quantity asks of which delta; nothing for others.
/// Kind:      exact
/// Example:   question_within("gaussian.rounds")->of
///            -> gaussian.delta
[[nodiscard]] std::optional<WithinQuestion> question_within(std::string_view id);

/// max {n >= 0 : delta(n) <= target} where delta grows with n, min {n : delta(n) <= target} where it falls.
/// Kind:      encloses: delta is compared with the target on both sides of the answer; a bracket where a comparison stays
///            open
/// Units:     a count
/// Domain:    a question that counts, arguments that name the target `delta`, eps at least 0; throws InputError where
///            every n up to 10^15 is within the target
/// Rigor:     monotone in n, and delta of no rounds is 0; an exact tie stays open
/// Source:    that of the row; more rounds: leaving out an output is a post-processing
/// Cost:      about 10 evaluations of the row
[[nodiscard]] Answer count_within(const WithinQuestion& question, const Arguments& arguments, const Request& request);

/// The row's parameters with some of them set, from those of a quantity that lacks these or has others there.
/// Kind:      exact
/// Domain:    a quantity with the row's other parameters
[[nodiscard]] Arguments arguments_at(const Entry& row, const ParameterTexts& set, const Arguments& arguments);

}  // namespace hallmark
