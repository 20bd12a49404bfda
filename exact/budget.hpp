// Budget: how long a computation may go on, in seconds or in counted work, and the flag that stops it.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>

#include "exact/work_clock.hpp"

namespace hallmark {

/// A deadline and a stop flag, polled by long loops. Running out of it is not an error: the loop returns the trivial
/// enclosure and its caller keeps the bracket proved so far.
/// Seconds are processor time of the thread that made the budget and of those that help it, so that other work on the
/// machine does not change an answer; ten times as long by the wall clock ends it too.
/// A counted budget ends after so many questions, so that a computation ends at the same place on every machine, on
/// however many threads: a question that is refused does not count. Copies and halves count together.
class Budget {
 public:
  using Seconds = std::chrono::duration<double>;
  Budget() = default;  // no limit
  explicit Budget(Seconds seconds, const std::atomic<bool>* stop = nullptr);
  /// Ends after `work` questions whether it has expired.
  [[nodiscard]] static Budget counted(std::int64_t work, const std::atomic<bool>* stop = nullptr);
  /// The same time and stop flag, and at most `work` questions from now on, counted apart.
  [[nodiscard]] Budget and_counted(std::int64_t work) const;
  /// A little beyond its end, for what is cheap and stands in where the work stopped short: so many questions where this
  /// one counts, else so many seconds; in either case no more than a fifth of a second and a quarter of the whole time.
  [[nodiscard]] Budget beyond(Seconds seconds, std::int64_t work) const;
  /// The first `parts` of `all` equal parts of the time that is left, for work that is not the last.
  [[nodiscard]] Budget first(int parts, int all) const;
  /// The first half of the time that is left, for the first of two pieces of work.
  [[nodiscard]] Budget half() const { return first(1, 2); }

  [[nodiscard]] bool expired() const;
  [[nodiscard]] bool stopped() const { return stop_ != nullptr && stop_->load(std::memory_order_relaxed); }
  /// Whether time ended it and not a count, or ended a part of counted work: then another machine may come further.
  [[nodiscard]] bool is_cut_by_time() const;

  /// The questions counted so far; 0 unless it counts.
  [[nodiscard]] std::int64_t work() const { return count_ ? count_->shared->done.load() : 0; }
  /// Counts work that was done for an earlier question and is now used again.
  void charge(std::int64_t work) const {
    if (count_) count_->shared->done.fetch_add(work);
  }

 private:
  struct Time {
    Seconds whole;
    std::shared_ptr<WorkClock> clock;
    WorkClock::Nanoseconds limit;
    WorkClock::Wall::time_point guard;

    explicit Time(Seconds seconds);
    [[nodiscard]] bool is_over() const;
  };

  struct Count {
    struct Shared {
      std::atomic<std::int64_t> done{0};
      std::atomic<bool> cut{false};  // by time
    };

    std::shared_ptr<Shared> shared;
    std::int64_t most = 0;

    [[nodiscard]] bool one_more() const;  // counts a question, unless there were as many already
  };

  std::optional<Time> time_;
  std::optional<Count> count_;
  const std::atomic<bool>* stop_ = nullptr;
};

}  // namespace hallmark
