// Included before every file of the module: Debian's C++ library for WebAssembly has no threads and so declares none of these names.
// There is one thread; nothing waits for it, and no other one can be started.
#pragma once

#include <system_error>

namespace std {

class mutex {
 public:
  void lock() {}
  void unlock() {}
};

class thread {
 public:
  template <typename Work>
  explicit thread(Work&&) {
    __builtin_trap();
  }
  static unsigned hardware_concurrency() { return 1; }
  void join() {}
};

}  // namespace std
