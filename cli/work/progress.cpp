#include "cli/work/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>

#include "cli/io/say.hpp"

namespace hallmark::cli {
namespace {

constexpr std::chrono::milliseconds between_bars{200};
constexpr std::chrono::seconds between_lines{30};

std::string duration_text(double seconds) {
  constexpr double minute = 60;
  constexpr double hour = 3600;
  if (seconds < minute) return fmt::format("{:.0f} s", seconds);
  if (seconds < hour) return fmt::format("{:.0f} min", seconds / minute);
  return fmt::format("{:.1f} h", seconds / hour);
}

}  // namespace

std::string progress_text(std::size_t finished, std::size_t begun, std::size_t total, std::string_view unit,
                          double seconds) {
  std::string text = fmt::format("{} of {} {}", finished, total, unit);
  if (finished == begun || seconds <= 0) return text;
  const double rate = static_cast<double>(finished - begun) / seconds;
  text += rate >= 0.1 ? fmt::format(", {:.1f} a second", rate) : fmt::format(", {} each", duration_text(1 / rate));
  if (finished < total) {
    text += fmt::format(", about {} left", duration_text(static_cast<double>(total - finished) / rate));
  }
  return text;
}

Progress::Progress(std::size_t total, std::size_t begun, std::string_view unit, bool quiet)
    : total_(total), begun_(begun), unit_(unit), where_(Where::nowhere) {
  if (!quiet) where_ = ::isatty(STDERR_FILENO) == 1 ? Where::terminal : Where::plain;
}

Progress::~Progress() { hide(); }

void Progress::hide() {
  if (visible_) say_raw("\r\033[K");
  visible_ = false;
}

void Progress::show(std::size_t finished) {
  const auto now = Clock::now();
  const auto pause = where_ == Where::terminal ? Clock::duration(between_bars) : Clock::duration(between_lines);
  if (where_ == Where::nowhere || now - last_ < pause) return;
  last_ = now;
  finished = std::min(finished, total_);  // a piece that was lost and done again counts twice
  const std::string text =
      progress_text(finished, begun_, total_, unit_, std::chrono::duration<double>(now - start_).count());
  if (where_ == Where::plain) {
    say(text);
    return;
  }
  constexpr std::size_t width = 24;
  const std::size_t full = total_ == 0 ? width : width * finished / total_;
  say_raw(fmt::format("\r\033[K[{}{}] {}", std::string(full, '#'), std::string(width - full, '.'), text));
  visible_ = true;
}

}  // namespace hallmark::cli
