// Asking the independent checker, a program of its own, about a certificate that was just written.
#pragma once

#include <string>

namespace hallmark::cli {

struct CheckerAnswer {
  bool verified = false;
  std::string line;  // its verdict, "s VERIFIED ..." or why there is none
};

/// What hallmark-check, found beside this program, in its build folder, or on PATH, says of a certificate's file: verified
/// only where what it says it verified is `statement`.
/// Domain:    a statement in its words (statement_text); throws FileError where there is no checker or it cannot be run
[[nodiscard]] CheckerAnswer ask_checker(const std::string& certificate, const std::string& statement);

/// The same of a certificate that stands in no file yet.
[[nodiscard]] CheckerAnswer ask_checker_about(const std::string& certificate_text, const std::string& statement);

/// What the answer of the checker means: verified where it accepts and its line says that statement, modulo axioms.
/// Kind:      exact
[[nodiscard]] CheckerAnswer about_statement(bool accepts, const std::string& line, const std::string& statement);

}  // namespace hallmark::cli
