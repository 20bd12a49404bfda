// Asking the independent checker, a program of its own, about a certificate that was just written.
#pragma once

#include <string>

namespace hallmark::cli {

struct CheckerAnswer {
  bool verified = false;
  std::string line;  // its verdict, "s VERIFIED ..." or why there is none
};

/// Runs hallmark-check, found beside this program, in its build folder, or on PATH.
/// Domain:    throws FileError where there is none or it cannot be run
[[nodiscard]] CheckerAnswer ask_checker(const std::string& certificate);

}  // namespace hallmark::cli
