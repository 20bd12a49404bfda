#include "cli/io/effort_options.hpp"

#include <sys/resource.h>
#include <CLI/CLI.hpp>

#include "cli/io/interrupt.hpp"
#include "cli/io/number_option.hpp"
#include "cli/io/options.hpp"

namespace hallmark::cli {
void EffortOptions::add_to(CLI::App& verb, bool with_digits) {
  if (with_digits) verb.add_option("--digits", digits_, "Correct digits to prove, 1 to 1000 (default 6)");
  verb.add_option(
      "--time-limit", seconds_,
      "Seconds of processor time that one answer may take; then what is proved so far is said (default 60)");
  verb.add_option("--memory", memory_, "Bytes of address space the process may take (default: no limit)");
}

long EffortOptions::digits() const {
  constexpr long usual = 6;
  return digits_given() ? integer_option("--digits", digits_, "an integer from 1 to 1000", 1, 1000) : usual;
}

void EffortOptions::limit_memory() const {
  if (memory_.empty()) return;
  const auto limit = static_cast<rlim_t>(
      integer_option("--memory", memory_, "an integer of bytes from 10^7 to 10^15", 10'000'000, 1'000'000'000'000'000));
  const rlimit both{limit, limit};
  setrlimit(RLIMIT_AS, &both);  // an allocation that fails ends the program with status 2: see memory.cpp
}

Options EffortOptions::options() const {
  limit_memory();
  return {.digits = digits_given() ? std::optional(digits()) : std::nullopt,
          .seconds = std::chrono::duration<double>(time_limit_option(seconds_)).count(),
          .stop = &interrupt_flag()};
}

Budget EffortOptions::start() const {
  limit_memory();
  return Budget(time_limit_option(seconds_), &interrupt_flag());
}

}  // namespace hallmark::cli
