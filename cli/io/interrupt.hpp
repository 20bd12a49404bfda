// Ctrl-C: the first asks the computation to stop, the second ends the program immediately.
#pragma once

#include <atomic>

namespace hallmark::cli {

void install_interrupt_handler();
[[nodiscard]] const std::atomic<bool>& interrupt_flag();

}  // namespace hallmark::cli
