// Running out of memory as an answer: "undecided" and exit status 2, not a crash.
#pragma once

namespace hallmark::cli {

/// Makes GMP, FLINT and new end the program with status 2 and one clear line when an allocation fails.
void install_memory_handler();

}  // namespace hallmark::cli
