// hallmark: certified numbers of differential-privacy amplification.
#include "cli/command_line.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/memory.hpp"
#include "cli/io/say.hpp"

int main(int argc, char** argv) {
  hallmark::cli::guard_standard_streams();
  hallmark::cli::install_memory_handler();
  hallmark::cli::install_interrupt_handler();
  return hallmark::cli::run_command_line(argc, argv);
}
