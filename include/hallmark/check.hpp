// check_certificate: the verdict of the independent checker, hallmark-check, as a function. It has a library of its own, Hallmark::check,
// which links MPFR and GMP and nothing of the library that computes.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hallmark {

/// Rejected means "not proved here", and is no refutation; malformed: not in the format of certificates.
enum class CheckVerdict { verified, rejected, malformed };

/// What the checker says about a certificate.
struct Checked {
  CheckVerdict verdict;
  std::string line;                 // the line that hallmark-check prints, "s VERIFIED ..."
  std::string statement;            // of a verified one, rebuilt from what was read: what is proved
  std::vector<std::string> axioms;  // of a verified one: the theorems that the proof rests on; none: arithmetic alone
};

/// Proves the statement of a certificate again, from the statement alone.
/// Kind:      exact: verified is proved, modulo the axioms
/// Domain:    any bytes. A certificate that asks for too much work, or for numbers of more than 400 MB at once, is rejected. Where memory ends
///            before that, GMP ends the process: strangers' certificates are for hallmark-check in a process of its own.
/// Cost:      bounded by the checker's limit of work, a minute or two
[[nodiscard]] Checked check_certificate(std::string_view certificate);

}  // namespace hallmark
