// An accountant under test as a child process: one request line in, one answer line out, within limits.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <csignal>
#include <cstdint>
#include <string>
#include <string_view>

namespace hallmark::cli {

struct AccountantLimits {
  std::chrono::milliseconds time{60'000};   // a request
  std::chrono::milliseconds start{10'000};  // more for the first one of a process: it has to start
  std::chrono::milliseconds processor{0};   // of processor time a request, by its whole group; 0: no limit
  std::uint64_t memory = 0;                 // bytes of address space of each of its processes; 0: no limit
};

/// A stranger's program. It is started when first asked and again after every failure; when it fails, and at the end,
/// its whole process group is killed, with whatever has left the group but not the family.
class Accountant {
 public:
  enum class ReplyKind { answered, crashed, hung, flooded, interrupted };
  struct Reply {
    ReplyKind outcome = ReplyKind::answered;
    std::string text;       // the answer's line, or what went wrong
    double seconds = 0;     // from request to answer, the start of the program included
    bool own_fault = true;  // false where an earlier request may be to blame: ask again
  };

  Accountant(std::string command, AccountantLimits limits);
  ~Accountant();
  Accountant(const Accountant&) = delete;
  Accountant& operator=(const Accountant&) = delete;

  /// Sends one line and waits for one line. Never blocks on a pipe, keeps at most max_answer bytes.
  /// Domain:    throws InputError if the command cannot be run at all
  [[nodiscard]] Reply ask(std::string_view request);
  /// Kills it: the next request meets a fresh one.
  void stop();

  static constexpr std::size_t max_answer = 1'100'000;   // a number of 10^6 digits fits
  static constexpr std::size_t max_surplus = 64U << 20;  // bytes of complaints a request

 private:
  using Clock = std::chrono::steady_clock;
  void start();
  bool drain_stdout();
  void drain_stderr();
  [[nodiscard]] bool request_unread(std::size_t size) const;
  [[nodiscard]] bool has_ended(siginfo_t* info = nullptr) const;
  [[nodiscard]] std::string describe_end();
  [[nodiscard]] std::string last_words() const;

  std::string command_;
  AccountantLimits limits_;
  pid_t pid_ = -1;  // also the process group
  int in_ = -1, out_ = -1, err_ = -1;
  std::string answer_;      // what has come of the answer
  std::string complaints_;  // the end of standard error
  std::size_t complained_ = 0;
  std::size_t answers_ = 0;
  bool ever_answered_ = false;
};

}  // namespace hallmark::cli
