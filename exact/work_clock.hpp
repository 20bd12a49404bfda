// WorkClock: the processor time that one piece of work has cost, on whatever threads it ran.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <memory>

namespace hallmark {

/// The processor time of one thread and of those that help it. A machine with other work on it does not make that longer.
/// Each thread adds its own time whenever it reads the clock, so that nobody waits for another: a reading misses what the
/// other threads have done since theirs.
class WorkClock : public std::enable_shared_from_this<WorkClock> {
 public:
  using Wall = std::chrono::steady_clock;
  using Nanoseconds = std::int64_t;

  /// The clock that the calling thread's time counts for: its own, but for a thread that helps another.
  [[nodiscard]] static std::shared_ptr<WorkClock> mine();

  /// The time until now. A thread that reads the clock works for it from now on.
  [[nodiscard]] Nanoseconds read();

  /// Whether the time until now is at least that much. The system is asked only where the wall clock, which is cheap to
  /// read, leaves that open: the threads of one piece of work have at most the time that has gone by, each.
  [[nodiscard]] bool has_reached(Nanoseconds limit, Wall::time_point now);

  /// The calling thread's time counts for a clock while this lives: for helpers, from their first moment to their last.
  class Help {
   public:
    explicit Help(std::shared_ptr<WorkClock> clock);
    ~Help();
    Help(const Help&) = delete;
    Help& operator=(const Help&) = delete;

   private:
    std::shared_ptr<WorkClock> clock_;
  };

 private:
  void join();

  std::atomic<Nanoseconds> spent_{0};
  std::atomic<std::int64_t> threads_{1};
};

}  // namespace hallmark
