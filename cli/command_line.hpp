// One run of `hallmark`, from the words of its command line to its exit status.
#pragma once

#include "cli/io/exit_status.hpp"

namespace hallmark::cli {

/// Every run ends here, what is thrown included: a status of exit_status.hpp, with the reason in words.
[[nodiscard]] ExitStatus run_command_line(int argc, char** argv);

}  // namespace hallmark::cli
