#include "exact/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "exact/flint.hpp"
#include "exact/work_clock.hpp"

namespace hallmark {
namespace {

std::atomic<slong> most_threads{std::numeric_limits<slong>::max()};

}  // namespace

void use_threads(slong most) { most_threads = std::max(most, slong{1}); }

void parallel_for(slong count, const std::function<void(slong)>& body) {
  const slong cores = std::clamp(static_cast<slong>(std::thread::hardware_concurrency()), slong{1},
                                 std::clamp(count, slong{1}, most_threads.load()));
  if (cores == 1) {
    for (slong i = 0; i < count; ++i) body(i);
    return;
  }
  std::atomic<slong> next{0};
  std::exception_ptr failure;
  std::mutex mutex;
  const auto work = [&] {
    for (slong i = next.fetch_add(1); i < count; i = next.fetch_add(1)) {
      try {
        body(i);
      } catch (...) {
        const std::lock_guard lock(mutex);
        if (!failure) failure = std::current_exception();
        next.store(count);
      }
    }
  };
  const std::shared_ptr<WorkClock> clock = WorkClock::mine();
  std::vector<std::thread> helpers;
  helpers.reserve(static_cast<std::size_t>(cores));
  try {
    for (slong i = 1; i < cores; ++i) {
      helpers.emplace_back([&work, &clock] {
        const WorkClock::Help help(clock);
        work();
        free_thread_caches();
      });
    }
  } catch (const std::system_error&) {
    // No memory for another thread's stack: those that run, this one among them, do all the work.
  }
  work();
  for (std::thread& t : helpers) t.join();
  if (failure) std::rethrow_exception(failure);
}

void free_thread_caches() { flint_cleanup(); }

}  // namespace hallmark
