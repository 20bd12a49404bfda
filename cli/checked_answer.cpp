#include "cli/checked_answer.hpp"

#include <fmt/format.h>

#include <chrono>

#include "bounds/proof.hpp"
#include "cli/checker.hpp"

namespace hallmark::cli {

Enclosure as_printed(Enclosure enclosure, long digits) {
  const StatedEnds ends = stated_ends(enclosure.proof->answer, digits);
  enclosure.lo_decimal = ends.lo;
  enclosure.hi_decimal = ends.hi;
  return enclosure;
}

CheckedAnswer check_answer(const AnswerCertificates& found) {
  CheckedAnswer checked{found.missing.empty() && !found.all.empty(), {}};
  for (const AnswerCertificate& one : found.all) {
    const auto began = std::chrono::steady_clock::now();
    const CheckerAnswer answer = ask_checker_about(one.certificate, one.statement);
    const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - began;
    const std::string what = one.proves.empty() ? "the interval" : one.proves;
    checked.lines.push_back(answer.verified
                                ? fmt::format("checked: {}, by hallmark-check in {:.2f} s", what, seconds.count())
                                : fmt::format("not checked: {}: {}", what, answer.line));
    checked.all = checked.all && answer.verified;
  }
  if (!found.missing.empty()) {
    checked.lines.push_back(fmt::format("not checked: there is no certificate of the whole answer: {}", found.missing));
  }
  return checked;
}

}  // namespace hallmark::cli
