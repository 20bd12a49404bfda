// The certificates of an answer as it is printed: what `eval --certificate` writes and `eval --check` has checked.
#pragma once

#include <string>
#include <vector>

#include "hallmark/evaluate.hpp"

namespace hallmark::cli {

/// A certificate of an answer, or of a part of it.
struct AnswerCertificate {
  std::string ending;  // of its file's name, where the answer has several
  std::string certificate;
  std::string proves = {};  // where it is not the whole interval as printed
};

struct AnswerCertificates {
  std::vector<AnswerCertificate> all;
  std::string missing = {};  // why an end, or a neighbour, has none; empty: none is missing
};

/// One certificate of the interval rounded outward to so many digits; where there is none of both ends, that of the end
/// which can be proved; of the steps or the rate that a target allows, those of both neighbours.
/// Domain:    an enclosure that was just evaluated, with the effort of `options` for each certificate
[[nodiscard]] AnswerCertificates certificates_of(Enclosure enclosure, long digits, const Options& options);

}  // namespace hallmark::cli
