#include "cli/work/work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

#include "cli/io/interrupt.hpp"
#include "cli/io/say.hpp"
#include "cli/work/progress.hpp"
#include "exact/parallel.hpp"

namespace hallmark::cli {
namespace {

class Run {
 public:
  Run(const Work& work, const WorkOptions& options) : work_(work), options_(options), results_(work.count) {
    for (std::size_t i = 0; i < work.count; ++i) {
      if (options.ledger != nullptr) results_[i] = options.ledger->find(work.key(i));
      if (results_[i]) {
        ++finished_;
        continue;
      }
      const bool joins = work.table && !tasks_.empty() && tasks_.back().back() + 1 == i &&
                         work.table(tasks_.back().back()) == work.table(i);
      if (joins) {
        tasks_.back().push_back(i);
      } else {
        tasks_.push_back({i});
      }
    }
  }

  bool complete() {
    if (finished_ > 0 && !options_.quiet) {
      say(fmt::format("going on where it was stopped: {} of {} {} are there", finished_, work_.count, work_.unit));
    }
    Progress progress(work_.count, finished_, work_.unit, options_.quiet);
    const auto threads = std::min(static_cast<std::size_t>(options_.jobs), tasks_.size());
    running_ = threads;
    std::vector<std::jthread> helpers;
    for (std::size_t i = 0; i < threads; ++i) {
      helpers.emplace_back([this] {
        work_through();
        free_thread_caches();
        const std::lock_guard lock(mutex_);
        --running_;
        changed_.notify_one();
      });
    }
    hand_over(progress);
    helpers.clear();  // joins
    if (failure_) std::rethrow_exception(failure_);
    return delivered_ == work_.count;
  }

 private:
  // On a thread of its own: task after task.
  void work_through() {
    for (;;) {
      std::size_t at = 0;
      {
        const std::lock_guard lock(mutex_);
        if (failure_ || next_ >= tasks_.size()) return;
        at = next_++;
      }
      for (const std::size_t i : tasks_[at]) {
        if (interrupt_flag()) return;
        try {
          std::optional<std::string> result = work_.compute(i);
          if (!result) return;
          if (options_.ledger != nullptr && (!work_.keep || work_.keep(*result))) {
            options_.ledger->insert(work_.key(i), *result);
          }
          const std::lock_guard lock(mutex_);
          results_[i] = std::move(result);
          ++finished_;
        } catch (...) {
          const std::lock_guard lock(mutex_);
          if (!failure_ && !interrupt_flag()) failure_ = std::current_exception();
          return;
        }
        changed_.notify_one();
      }
    }
  }

  // On the calling thread: what is done, in order, and how far it is.
  void hand_over(Progress& progress) {
    constexpr std::chrono::milliseconds tick{100};
    std::unique_lock lock(mutex_);
    for (;;) {
      while (delivered_ < work_.count && results_[delivered_] && !given_up_) {
        const std::string result = std::move(*results_[delivered_]);
        results_[delivered_]->clear();
        lock.unlock();
        progress.hide();
        try {
          work_.deliver(delivered_, result);
        } catch (...) {
          given_up_ = true;
          const std::lock_guard again(mutex_);
          if (!failure_) failure_ = std::current_exception();
        }
        lock.lock();
        if (!given_up_) ++delivered_;
      }
      if (running_ == 0) return;
      progress.show(finished_);
      changed_.wait_for(lock, tick);
    }
  }

  const Work& work_;
  WorkOptions options_;
  std::vector<std::vector<std::size_t>> tasks_;
  std::mutex mutex_;  // of all below
  std::condition_variable changed_;
  std::vector<std::optional<std::string>> results_;
  std::exception_ptr failure_;
  std::size_t next_ = 0;
  std::size_t finished_ = 0;
  std::size_t running_ = 0;
  std::size_t delivered_ = 0;
  bool given_up_ = false;  // touched by the calling thread alone
};

}  // namespace

bool do_work(const Work& work, const WorkOptions& options) { return Run(work, options).complete(); }

}  // namespace hallmark::cli
