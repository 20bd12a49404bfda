// Exit statuses of every verb. If several apply: the smallest of 64, 74, 130 first, then 1, then 2.
#pragma once

namespace hallmark::cli {

enum ExitStatus : int {
  done = 0,
  proved_wrong = 1,  // refuted claim, unsound row, rejected certificate
  undecided = 2,     // undecided, loose or missing
  bad_input = 64,
  file_trouble = 74,  // cannot be read or written
  interrupted = 130,
};

/// The status that stands for both.
[[nodiscard]] constexpr ExitStatus worse(ExitStatus a, ExitStatus b) {
  constexpr auto rank = [](ExitStatus s) {
    switch (s) {
      case done:
        return 0;
      case undecided:
        return 1;
      case proved_wrong:
        return 2;
      case interrupted:
        return 3;
      case file_trouble:
        return 4;
      case bad_input:
        return 5;
    }
    return 5;
  };
  return rank(a) >= rank(b) ? a : b;
}

}  // namespace hallmark::cli
