#include "interruptible.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

namespace py = pybind11;

namespace hallmark::python {
namespace {

using Task = std::packaged_task<void()>;

/// A thread that does one task after the other: what FLINT keeps for a thread (constants, memory) serves the next task too.
struct Worker {
  std::condition_variable wake;
  std::optional<Task> task;
};

/// The threads that wait for a task, and how many are at work. Never destroyed: a thread may outlive everything else.
struct Workers {
  std::mutex mutex;
  std::vector<Worker*> idle;
  std::condition_variable none_at_work;
  int at_work = 0;
};

Workers& workers() {
  static Workers* const all = new Workers;
  return *all;
}

[[noreturn]] void work_on(Worker& self) {
  Workers& all = workers();
  std::unique_lock lock(all.mutex);
  for (;;) {
    self.wake.wait(lock, [&] { return self.task.has_value(); });
    lock.unlock();
    (*self.task)();
    lock.lock();
    self.task.reset();
    all.idle.push_back(&self);
    if (--all.at_work == 0) all.none_at_work.notify_all();
  }
}

bool in_main_thread() {
  const py::object main = py::module_::import("threading").attr("main_thread")().attr("ident");
  return main.cast<unsigned long>() == PyThread_get_thread_ident();
}

std::future<void> start(std::function<void()> work) {
  Task task(std::move(work));
  std::future<void> done = task.get_future();
  Workers& all = workers();
  const std::lock_guard lock(all.mutex);
  if (all.idle.empty()) {  // the first call, or another one that was interrupted has not ended yet
    auto* const worker = new Worker;
    std::thread([worker] { work_on(*worker); }).detach();
    all.idle.push_back(worker);
  }
  Worker* const worker = all.idle.back();
  all.idle.pop_back();
  worker->task = std::move(task);
  worker->wake.notify_one();
  ++all.at_work;
  return done;
}

}  // namespace

void run_interruptibly(std::function<void()> work, Stop stop) {
  constexpr auto between_signals = std::chrono::milliseconds(20);
  constexpr auto grace = std::chrono::milliseconds(100);
  if (!in_main_thread()) {  // signals are for the main thread
    const py::gil_scoped_release released;
    work();
    return;
  }
  std::future<void> done = start(std::move(work));
  for (;;) {
    {
      const py::gil_scoped_release released;
      if (done.wait_for(between_signals) == std::future_status::ready) break;
    }
    if (PyErr_CheckSignals() != 0) {
      stop.set();
      {
        const py::gil_scoped_release released;
        done.wait_for(grace);
      }
      throw py::error_already_set();
    }
  }
  done.get();
}

void wait_for_abandoned() {
  const py::gil_scoped_release released;
  std::unique_lock lock(workers().mutex);
  workers().none_at_work.wait_for(lock, std::chrono::seconds(10), [] { return workers().at_work == 0; });
}

}  // namespace hallmark::python
