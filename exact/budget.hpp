// Budget: how long a computation may go on, in seconds or in counted work, and the flag that stops it.
#pragma once

#include <algorithm>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

namespace hallmark {

/// A deadline and a stop flag, polled by long loops. Running out of it is not an error: the loop returns the trivial
/// enclosure and its caller keeps the bracket proved so far.
/// A counted budget knows no clock: it ends after so many questions, so that a computation on one thread ends at the
/// same place on every machine. Copies and halves count together.
class Budget {
 public:
  using Clock = std::chrono::steady_clock;
  Budget() = default;  // no limit
  explicit Budget(std::chrono::duration<double> seconds, const std::atomic<bool>* stop = nullptr)
      : deadline_(Clock::now() + std::chrono::duration_cast<Clock::duration>(seconds)), stop_(stop) {}

  /// Ends after `work` questions whether it has expired.
  [[nodiscard]] static Budget counted(long work, const std::atomic<bool>* stop = nullptr) {
    Budget budget;
    budget.work_ = std::make_shared<std::atomic<long>>(0);
    budget.most_ = work;
    budget.stop_ = stop;
    return budget;
  }

  /// The questions counted so far; 0 unless it counts.
  [[nodiscard]] long work() const { return work_ ? work_->load() : 0; }
  /// Counts work that was done for an earlier question and is now used again.
  void charge(long work) const {
    if (work_) work_->fetch_add(work);
  }

  /// The first `parts` of `all` equal parts of the time that is left, for work that is not the last.
  [[nodiscard]] Budget first(int parts, int all) const {
    Budget some = *this;
    if (work_) some.most_ -= std::max(most_ - work_->load(), 0L) / all * (all - parts);
    if (const auto now = Clock::now(); deadline_.has_value() && now < *deadline_) {
      some.deadline_ = now + (*deadline_ - now) / all * parts;
    }
    return some;
  }

  /// The first half of the time that is left, for the first of two pieces of work.
  [[nodiscard]] Budget half() const { return first(1, 2); }

  [[nodiscard]] bool expired() const {
    if (stopped()) return true;
    if (work_) return work_->fetch_add(1) >= most_;
    return deadline_.has_value() && Clock::now() >= *deadline_;
  }
  [[nodiscard]] bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }

 private:
  std::optional<Clock::time_point> deadline_;
  std::shared_ptr<std::atomic<long>> work_;
  long most_ = 0;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace hallmark
