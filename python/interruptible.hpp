// Work in C++ while Python goes on: the lock of the interpreter is released, and Ctrl-C ends the work.
#pragma once

#include <atomic>
#include <functional>
#include <memory>

namespace hallmark::python {

/// Set by Python to end the work that was given it.
class Stop {
 public:
  void set() { flag_->store(true); }
  [[nodiscard]] bool is_set() const { return flag_->load(); }
  [[nodiscard]] const std::atomic<bool>* flag() const { return flag_.get(); }

 private:
  std::shared_ptr<std::atomic<bool>> flag_ = std::make_shared<std::atomic<bool>>(false);
};

/// Runs `work` without the interpreter's lock and throws what it throws. In the main thread signals are looked after every 20 ms: where
/// a handler raises (KeyboardInterrupt), `stop` is set, and the exception is thrown 100 ms later at the latest, even if the work has not
/// ended then; wait_for_abandoned waits for such work. `work` must own all that it uses.
void run_interruptibly(std::function<void()> work, Stop stop);

/// Waits, ten seconds at most, for work that did not end in time after an interrupt: called when the interpreter ends.
void wait_for_abandoned();

}  // namespace hallmark::python
