// The processor time that an accountant under test uses for one answer.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <istream>

namespace hallmark::cli {

/// What one file /proc/PID/stat says: "PID (NAME) STATE PPID GROUP SESSION ...", the name with whatever characters.
struct ProcessLine {
  pid_t group = 0;
  long long ticks = 0;  // its own time and that of the children it has waited for
};
/// Kind:      exact; no group where the process has ended, before or while it was read
[[nodiscard]] ProcessLine read_process(std::istream& stat);

/// User and system time of the processes of a group, and of what they have started and waited for.
/// Shape:     in ticks of the kernel's clock (10 ms as a rule); 0 for a group without a process
/// Domain:    where processor_time_is_told()
[[nodiscard]] std::chrono::milliseconds processor_time(pid_t group);

/// Whether this system tells it: Linux does, in /proc.
[[nodiscard]] bool processor_time_is_told();

/// A limit of the processor time of a group from now on. It is looked at no more often than it can change.
class ProcessorLimit {
 public:
  using Clock = std::chrono::steady_clock;
  /// Domain:    limit 0: none, and nothing is looked at
  ProcessorLimit(pid_t group, std::chrono::milliseconds limit);
  /// Whether more than the limit has been used, as of a few milliseconds ago.
  [[nodiscard]] bool is_exceeded();

 private:
  pid_t group_;
  std::chrono::milliseconds limit_;
  std::chrono::milliseconds used_before_{0};
  Clock::time_point looked_;
};

}  // namespace hallmark::cli
