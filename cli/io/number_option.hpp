// Options that are numbers: read exactly, refused with the option's name and domain.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "exact/rational.hpp"

namespace hallmark::cli {

/// The text with a 0 before every point that has no digit before it: .5 and ln(.5), as people type them.
[[nodiscard]] std::string with_leading_zeros(std::string_view text);

/// The rational in `text`; throws InputError that says `domain` unless it is a number in [lo, hi].
[[nodiscard]] Rational number_option(std::string_view option, const std::string& text, std::string_view domain,
                                     const Rational& lo, const Rational& hi);
/// The same for an integer.
[[nodiscard]] long integer_option(std::string_view option, const std::string& text, std::string_view domain, long lo,
                                  long hi);
/// `--time-limit`: 0.001 to 10^7 seconds.
[[nodiscard]] std::chrono::milliseconds time_limit_option(const std::string& text);
/// `--jobs`: 1 to 256; one a core where the text is empty.
[[nodiscard]] long jobs_option(const std::string& text);

}  // namespace hallmark::cli
