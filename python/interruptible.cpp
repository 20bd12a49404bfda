#include "interruptible.hpp"

#include <pybind11/pybind11.h>

#include <chrono>
#include <condition_variable>
#include <exception>
#include <future>
#include <mutex>
#include <thread>

namespace py = pybind11;

namespace hallmark::python {
namespace {

/// How many threads are at work, with a word when there are none. Never destroyed: a thread may outlive everything else.
struct Workers {
  std::mutex mutex;
  std::condition_variable none;
  int count = 0;
};

Workers& workers() {
  static Workers* const all = new Workers;
  return *all;
}

bool in_main_thread() {
  const py::object main = py::module_::import("threading").attr("main_thread")().attr("ident");
  return main.cast<unsigned long>() == PyThread_get_thread_ident();
}

std::future<void> start(std::function<void()> work) {
  std::packaged_task<void()> task(std::move(work));
  std::future<void> done = task.get_future();
  {
    const std::lock_guard lock(workers().mutex);
    ++workers().count;
  }
  std::thread([task = std::move(task)]() mutable {
    task();
    const std::lock_guard lock(workers().mutex);
    if (--workers().count == 0) workers().none.notify_all();
  }).detach();
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
  workers().none.wait_for(lock, std::chrono::seconds(10), [] { return workers().count == 0; });
}

}  // namespace hallmark::python
