// An answer as printed, certified and verified by the independent checker.
#pragma once

#include <string>
#include <vector>

#include "hallmark/answer_certificates.hpp"

namespace hallmark::cli {

/// An enclosure whose decimals are those of the answer as it is printed at so many digits.
[[nodiscard]] Enclosure as_printed(Enclosure enclosure, long digits);

/// What hallmark-check said of an answer's certificates.
struct CheckedAnswer {
  bool all;                        // it verified all that is printed
  std::vector<std::string> lines;  // for people: what is checked, in how many seconds, and what is not and why
};

/// Asks hallmark-check about each certificate: whether it verifies the statement as printed.
/// Domain:    throws FileError where it cannot be run
[[nodiscard]] CheckedAnswer check_answer(const AnswerCertificates& found);

}  // namespace hallmark::cli
