// The certificates of an answer as it is printed.
#pragma once

#include <string>
#include <vector>

#include "hallmark/evaluate.hpp"

namespace hallmark {

/// A certificate of an answer, or of a part of it.
struct AnswerCertificate {
  std::string certificate;
  std::string statement;  // of the answer as printed, in the words of hallmark-check: what it must say that it verified
  std::string proves = {};  // where it is not the whole interval as printed
};

/// The certificates of an answer.
struct AnswerCertificates {
  std::vector<AnswerCertificate> all;
  std::string missing = {};  // why an end has none; empty: none is missing
};

/// One certificate of the interval between the two decimals of an enclosure; where there is none of both ends, that of the end
/// which can be proved.
/// Kind:      exact: what has no certificate is named
/// Domain:    an enclosure that evaluate, compose or judge gave; options as there, for each certificate
/// Cost:      as certify
/// Example:   const Enclosure x = evaluate("gaussian.rounds", {{"eps", "4"}, {"delta", "1e-6"}, {"sigma", "25"}}, {});
///            certificates_of(x, {}).all.front().statement
///            -> gaussian.rounds(delta=1/1000000, eps=4, sigma=25) [mechanism, zero-out, both] in [438, 438]
[[nodiscard]] AnswerCertificates certificates_of(const Enclosure& enclosure, const Options& options);

}  // namespace hallmark
