// Budget: how long a computation may go on, and the flag that stops it.
#pragma once

#include <atomic>
#include <chrono>
#include <optional>

namespace hallmark {

/// A deadline and a stop flag, polled by long loops. Running out of it is not an error: the loop returns the trivial
/// enclosure and its caller keeps the bracket proved so far.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  Budget() = default;  // no limit
  explicit Budget(std::chrono::duration<double> seconds, const std::atomic<bool>* stop = nullptr)
      : deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds)), stop_(stop) {}

  /// The first half of the time that is left, for the first of two pieces of work.
  [[nodiscard]] Budget half() const {
    Budget first = *this;
    if (const auto now = Clock::now(); deadline_.has_value() && now < *deadline_) {
      first.deadline_ = now + (*deadline_ - now) / 2;
    }
    return first;
  }

  [[nodiscard]] bool expired() const { return stopped() || (deadline_.has_value() && Clock::now() >= *deadline_); }
  [[nodiscard]] bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

 private:
  std::optional<Clock::time_point> deadline_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace hallmark
