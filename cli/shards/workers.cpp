#include "cli/shards/workers.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <functional>
#include <new>
#include <set>
#include <thread>

#include "cli/io/files.hpp"
#include "cli/io/guarded.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/say.hpp"
#include "cli/shards/shard.hpp"
#include "cli/work/progress.hpp"
#include "exact/parallel.hpp"

namespace hallmark::cli::shards {
namespace {

using Clock = std::chrono::steady_clock;

// What the processes share: no more than counters.
struct Shared {
  std::atomic<std::uint64_t> next{0};   // place of the next piece to do
  std::atomic<std::uint64_t> cells{0};  // done in this run
};
static_assert(std::atomic<std::uint64_t>::is_always_lock_free, "shared between processes");

class SharedMemory {
 public:
  SharedMemory() {
    void* block = ::mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) throw FileError("sweep: no memory to share between workers");
    shared_ = new (block) Shared;
  }
  ~SharedMemory() { ::munmap(shared_, sizeof(Shared)); }
  SharedMemory(const SharedMemory&) = delete;
  SharedMemory& operator=(const SharedMemory&) = delete;
  [[nodiscard]] Shared& operator*() const { return *shared_; }

 private:
  Shared* shared_;
};

// A flag that is set after so many seconds, or as soon as Ctrl-C or SIGTERM came.
class Deadline {
 public:
  explicit Deadline(double seconds)
      : end_(Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds))) {}
  [[nodiscard]] const std::atomic<bool>& flag() const { return over_; }

 private:
  void watch(const std::stop_token& done) {
    constexpr std::chrono::milliseconds pause{10};
    while (!done.stop_requested() && !over_) {
      if (interrupt_flag() || Clock::now() >= end_) over_ = true;
      std::this_thread::sleep_until(std::min(Clock::now() + pause, end_));
    }
  }

  Clock::time_point end_;
  std::atomic<bool> over_{false};
  std::jthread watcher_{[this](const std::stop_token& done) { watch(done); }};  // last: it ends before the others go
};

ExitStatus status_of(ShardEnd end) {
  switch (end) {
    case ShardEnd::written:
    case ShardEnd::there_already:
      return done;
    case ShardEnd::held_by_another:
    case ShardEnd::out_of_time:
      return undecided;
    case ShardEnd::interrupted:
      return interrupted;
  }
  return undecided;
}

// One worker's life: pieces until there are no more.
ExitStatus work(const Plan& plan, const std::filesystem::path& folder, const Workforce& force, Shared& shared,
                const std::function<void()>& after_cell) {
  use_threads(1);
  ExitStatus status = done;
  for (;;) {
    const std::uint64_t place = shared.next.fetch_add(1);
    if (place >= force.pieces.size() || interrupt_flag()) return interrupt_flag() ? interrupted : status;
    std::optional<Deadline> deadline;
    if (force.deadline) deadline.emplace(*force.deadline);
    const auto& stop = deadline ? deadline->flag() : interrupt_flag();
    const ShardEnd end = run_shard(plan, {force.pieces[place], force.of}, folder, stop, [&] {
      shared.cells.fetch_add(1);
      after_cell();
    });
    if (end == ShardEnd::out_of_time) {
      say(fmt::format("shard {}/{}: unfinished after {} s: no row of it is written", force.pieces[place], force.of,
                      *force.deadline));
    }
    if (end == ShardEnd::held_by_another) {
      say(fmt::format("shard {}/{}: another run is at work on it", force.pieces[place], force.of));
    }
    status = worse(status, status_of(end));
  }
}

std::uint64_t cells_of(const Plan& plan, const Workforce& force) {
  std::uint64_t cells = 0;
  for (const std::uint64_t i : force.pieces) {
    const Piece piece{i, force.of};
    cells += piece.last(plan.cells) - piece.first(plan.cells);
  }
  return cells;
}

// Starts the workers, hands Ctrl-C on, waits; returns the worst status of those that ended by themselves.
ExitStatus oversee(const Plan& plan, const std::filesystem::path& folder, const Workforce& force, Shared& shared,
                   Progress& progress) {
  std::set<pid_t> children;
  ExitStatus status = done;
  const pid_t self = ::getpid();
  std::fflush(nullptr);
  const auto jobs = std::min<std::uint64_t>(static_cast<std::uint64_t>(force.jobs), force.pieces.size());
  for (std::uint64_t i = 0; i < jobs; ++i) {
    const pid_t child = ::fork();
    if (child < 0) throw FileError("sweep: the system starts no more processes");
    if (child == 0) {
      ::prctl(PR_SET_PDEATHSIG, SIGTERM);  // no worker outlives the run
      if (::getppid() != self) ::_exit(interrupted);
      const ExitStatus end = guarded([&] { return work(plan, folder, force, shared, [] {}); });
      std::fflush(nullptr);
      ::_exit(end);
    }
    children.insert(child);
  }
  bool told = false;
  while (!children.empty()) {
    int how = 0;
    const pid_t ended = ::waitpid(-1, &how, WNOHANG);
    if (ended > 0) {
      children.erase(ended);
      if (WIFEXITED(how)) status = worse(status, static_cast<ExitStatus>(WEXITSTATUS(how)));
      continue;
    }
    if (interrupt_flag() && !told) {
      for (const pid_t child : children) ::kill(child, SIGTERM);
      told = true;
    }
    progress.show(shared.cells.load());
    constexpr std::chrono::milliseconds pause{20};
    std::this_thread::sleep_for(pause);
  }
  return interrupt_flag() ? interrupted : status;
}

}  // namespace

ExitStatus run_pieces(const Plan& plan, const std::filesystem::path& folder, const Workforce& force) {
  const SharedMemory memory;
  Progress progress(cells_of(plan, force), 0, "cells", force.quiet);
  if (force.jobs == 1 || force.pieces.size() <= 1) {
    return work(plan, folder, force, *memory, [&] { progress.show((*memory).cells.load()); });
  }
  constexpr int most_tries = 10;  // workers that something kills again and again are no accident
  Workforce rest = force;
  ExitStatus status = done;
  for (int i = 0; i < most_tries; ++i) {
    (*memory).next = 0;
    status = oversee(plan, folder, rest, *memory, progress);
    std::erase_if(rest.pieces, [&](std::uint64_t piece) {
      std::error_code ignored;
      return std::filesystem::exists(shard_path(folder, {piece, force.of}), ignored);
    });
    if (status != done || rest.pieces.empty()) break;
    progress.hide();
    say(fmt::format("{} shards are unfinished because their workers died: they are begun again", rest.pieces.size()));
  }
  return status == done && !rest.pieces.empty() ? undecided : status;
}

}  // namespace hallmark::cli::shards
