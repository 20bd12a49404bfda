// The processor time of a group of processes: what works counts, its children too; what sleeps does not.
#include "cli/compare/processor_time.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>

#include <chrono>
#include <csignal>
#include <fstream>
#include <optional>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using hallmark::cli::processor_time;
using hallmark::cli::ProcessorLimit;

namespace {

constexpr auto patience = 300s;

// A group of its own, ended with the test: `what` is done by its leader, or by a child of the leader while that waits.
class Group {
 public:
  template <typename What>
  Group(What what, bool in_child) : leader_(::fork()) {
    if (leader_ == 0) {
      ::setpgid(0, 0);
      if (!in_child || ::fork() == 0) {
        for (;;) what();
      }
      for (;;) ::wait(nullptr);
    }
    REQUIRE(leader_ > 0);
    ::setpgid(leader_, leader_);
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  ~Group() {
    send(SIGKILL);
    ::waitpid(leader_, nullptr, 0);
  }
  [[nodiscard]] pid_t id() const { return leader_; }
  void send(int signal) const { ::kill(-leader_, signal); }

 private:
  pid_t leader_;
};

}  // namespace

TEST_CASE("a group that works meets its limit of processor time, in whichever of its processes") {
  if (!hallmark::cli::processor_time_is_told()) return;
  for (const bool in_child : {false, true}) {
    CAPTURE(in_child);
    const Group group([] {}, in_child);
    ProcessorLimit first(group.id(), 50ms);
    const auto began = std::chrono::steady_clock::now();
    bool met = false;
    while (!met && std::chrono::steady_clock::now() - began < patience) {
      std::this_thread::sleep_for(5ms);
      met = first.is_exceeded();
    }
    CHECK(met);
    CHECK(processor_time(group.id()) > 50ms);
    group.send(SIGSTOP);
    ProcessorLimit second(group.id(), 50ms);  // counts from now on
    std::this_thread::sleep_for(25ms);
    CHECK_FALSE(second.is_exceeded());
  }
}

TEST_CASE("a group that sleeps uses no processor time, and no limit is never met") {
  if (!hallmark::cli::processor_time_is_told()) return;
  const Group asleep([] { ::pause(); }, false);
  const Group awake([] {}, false);
  ProcessorLimit limit(asleep.id(), 50ms);
  ProcessorLimit none(awake.id(), 0ms);
  const auto began = std::chrono::steady_clock::now();
  while (processor_time(awake.id()) < 100ms && std::chrono::steady_clock::now() - began < patience) {
    std::this_thread::sleep_for(5ms);
  }
  CHECK_FALSE(limit.is_exceeded());
  CHECK_FALSE(none.is_exceeded());
}

TEST_CASE("a process that ends between opening and reading tells nothing, and nothing is thrown") {
  if (!hallmark::cli::processor_time_is_told()) return;
  auto asleep = std::make_optional<Group>([] { ::pause(); }, false);
  const std::string file = "/proc/" + std::to_string(asleep->id()) + "/stat";
  std::ifstream before(file);
  CHECK(hallmark::cli::read_process(before).group == asleep->id());
  std::ifstream stat(file);
  asleep.reset();
  CHECK(hallmark::cli::read_process(stat).group == 0);
}
