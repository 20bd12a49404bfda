#include "cli/shards/workers.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <new>
#include <set>
#include <thread>

#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/shards/shard.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"

namespace hallmark::cli::shards {
namespace {

using Clock = std::chrono::steady_clock;

// What the processes share: no more than counters.
struct Shared {
  std::atomic<std::uint64_t> next{0};   // place of the next piece to do
  std::atomic<std::uint64_t> cells{0};  // done in this run
  std::atomic<std::uint64_t> shards{0};
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
ExitStatus work(const Plan& plan, const std::filesystem::path& folder, const Workforce& force, Shared& shared) {
  use_threads(1);
  ExitStatus status = done;
  for (;;) {
    const std::uint64_t place = shared.next.fetch_add(1);
    if (place >= force.pieces.size() || interrupt_flag()) return interrupt_flag() ? interrupted : status;
    const auto began = Clock::now();
    const ShardEnd end = run_shard(plan, {force.pieces[place], force.of}, folder, [&] {
      shared.cells.fetch_add(1);
      return !force.deadline || std::chrono::duration<double>(Clock::now() - began).count() < *force.deadline;
    });
    if (end == ShardEnd::out_of_time) {
      fmt::print(stderr, "hallmark: shard {}/{}: unfinished after {} s: no row of it is written\n", force.pieces[place],
                 force.of, *force.deadline);
    }
    if (end == ShardEnd::held_by_another) {
      fmt::print(stderr, "hallmark: shard {}/{}: another run is at work on it\n", force.pieces[place], force.of);
    }
    shared.shards.fetch_add(1);
    status = worse(status, status_of(end));
  }
}

// The status of a worker as a child process ends with it.
ExitStatus guarded_work(const Plan& plan, const std::filesystem::path& folder, const Workforce& force, Shared& shared) {
  try {
    return work(plan, folder, force, shared);
  } catch (const FileError& error) {
    fmt::print(stderr, "hallmark: {}\n", error.what());
    return file_trouble;
  } catch (const InputError& error) {
    fmt::print(stderr, "hallmark: {}\n", error.what());
    return bad_input;
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

// A bar on a terminal, a line every half minute elsewhere.
class Progress {
 public:
  Progress(std::uint64_t cells, std::uint64_t shards, bool quiet)
      : cells_(cells), shards_(shards), quiet_(quiet), terminal_(isatty(STDERR_FILENO) != 0) {}

  void show(const Shared& shared, bool last) {
    if (quiet_) return;
    const auto now = Clock::now();
    const std::chrono::duration<double> since = now - shown_;
    constexpr double often = 0.5;
    constexpr double seldom = 30;
    if (!last && since.count() < (terminal_ ? often : seldom)) return;
    shown_ = now;
    const auto cells = static_cast<double>(shared.cells.load());
    const double seconds = std::chrono::duration<double>(now - began_).count();
    const double rate = seconds > 0 ? cells / seconds : 0;
    const double left = rate > 0 ? (static_cast<double>(cells_) - cells) / rate : 0;
    fmt::print(stderr, "{}hallmark: {} of {} cells, {} of {} shards, {:.1f} cells a second, {:.0f} s left{}",
               terminal_ ? "\r" : "", shared.cells.load(), cells_, shared.shards.load(), shards_, rate,
               std::max(left, 0.0), terminal_ && !last ? "  " : "\n");
    std::fflush(stderr);
  }

 private:
  std::uint64_t cells_;
  std::uint64_t shards_;
  bool quiet_;
  bool terminal_;
  Clock::time_point began_ = Clock::now();
  Clock::time_point shown_ = Clock::now();
};

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
      const ExitStatus end = guarded_work(plan, folder, force, shared);
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
    progress.show(shared, false);
    constexpr std::chrono::milliseconds pause{20};
    std::this_thread::sleep_for(pause);
  }
  return interrupt_flag() ? interrupted : status;
}

}  // namespace

ExitStatus run_pieces(const Plan& plan, const std::filesystem::path& folder, const Workforce& force) {
  const SharedMemory memory;
  Progress progress(cells_of(plan, force), force.pieces.size(), force.quiet);
  if (force.jobs == 1 || force.pieces.size() <= 1) {
    const ExitStatus status = work(plan, folder, force, *memory);
    progress.show(*memory, true);
    return status;
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
    fmt::print(stderr, "hallmark: {} shards are unfinished because their workers died: they are begun again\n",
               rest.pieces.size());
  }
  progress.show(*memory, true);
  return status == done && !rest.pieces.empty() ? undecided : status;
}

}  // namespace hallmark::cli::shards
