// Answers as JSON and as text for people.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "bounds/registry.hpp"

namespace hallmark::cli {

using Json = nlohmann::ordered_json;

/// The object that `hallmark eval --json` prints.
[[nodiscard]] Json answer_json(const Entry& entry, const Arguments& arguments, const Answer& answer, long digits,
                               double seconds);

/// A few lines for people: the number to quote, what was read in their words, what it is and rests on, and last the
/// statement that is proved. With the seconds that it took also the method and the effort.
[[nodiscard]] std::string answer_text(const Entry& entry, const Arguments& arguments, const Answer& answer, long digits,
                                      std::optional<double> seconds = std::nullopt);

/// "quantity(name=value, ...)"
[[nodiscard]] std::string call_text(const Entry& entry, const Arguments& arguments);
/// The same with what was composed: "composition.delta(eps=1, direction=both, phases=4 x clones(...))"; a long list as
/// its SHA-256, for which the list stands below.
[[nodiscard]] std::string answer_call(const Entry& entry, const Arguments& arguments, const Answer& answer);

/// Every line `by` blanks further to the right: an element of an array as dump(2) of the whole would have it.
[[nodiscard]] std::string indented(const std::string& text, std::size_t by);

/// The direction that an answer states: the parameter, or both where the entry has none.
[[nodiscard]] std::string direction_text(const Entry& entry, const Arguments& arguments);

}  // namespace hallmark::cli
