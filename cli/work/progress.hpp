// How far long work is, on standard error: a bar on a terminal, a plain line now and then elsewhere.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <string_view>

namespace hallmark::cli {

/// "37 of 104 rows, 2.4 a second, about 28 s left": the rate is that of what was done in this run.
/// Domain:    begun <= finished <= total
[[nodiscard]] std::string progress_text(std::size_t finished, std::size_t begun, std::size_t total,
                                        std::string_view unit, double seconds);

class Progress {
 public:
  /// `begun` pieces were there before; nothing is shown if `quiet`.
  Progress(std::size_t total, std::size_t begun, std::string_view unit, bool quiet);
  /// Takes the bar away.
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// To be called a few times a second, and before anything is written to a terminal (`hide`).
  void show(std::size_t finished);
  void hide();

 private:
  using Clock = std::chrono::steady_clock;
  std::size_t total_;
  std::size_t begun_;
  std::string_view unit_;
  enum class Where { nowhere, terminal, plain } where_;
  bool visible_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

}  // namespace hallmark::cli
