#include "cli/io/interrupt.hpp"

#include <unistd.h>

#include <csignal>

#include "cli/io/exit_status.hpp"

namespace hallmark::cli {
namespace {

std::atomic<bool> flag{false};
static_assert(std::atomic<bool>::is_always_lock_free, "usable in a signal handler");

extern "C" void on_interrupt(int) {
  if (flag.exchange(true)) _exit(interrupted);
}

}  // namespace

void install_interrupt_handler() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigaction(SIGINT, &action, nullptr);
  sigaction(SIGTERM, &action, nullptr);
}

const std::atomic<bool>& interrupt_flag() { return flag; }

}  // namespace hallmark::cli
