#include "cli/effort_options.hpp"

#include <sys/resource.h>

#include <optional>

#include "cli/interrupt.hpp"
#include "exact/error.hpp"
#include "exact/rational.hpp"

namespace hallmark::cli {
namespace {

Rational read(std::string_view option, const std::string& text, std::string_view domain, const Rational& lo,
              const Rational& hi) {
  std::optional<Rational> value;
  try {
    value = Rational(text);
  } catch (const InputError&) {
    throw InputError("hallmark", option, text, domain);
  }
  if (*value < lo || *value > hi) throw InputError("hallmark", option, text, domain);
  return *value;
}

}  // namespace

void EffortOptions::add_to(CLI::App& verb, bool with_digits) {
  if (with_digits)
    verb.add_option("--digits", digits_, "Correct digits to prove, 1 to 1000 (default 15; about 6 for compositions)");
  verb.add_option("--budget", seconds_, "Seconds before the bracket proved so far is returned (default 60)");
  verb.add_option("--memory", memory_, "Bytes of address space the process may take (default: no limit)");
}

long EffortOptions::digits() const {
  constexpr std::string_view domain = "an integer from 1 to 1000";
  constexpr long usual = 15;
  if (!digits_given()) return usual;
  const Rational value = read("--digits", digits_, domain, 1, 1000);
  if (!value.is_integer()) throw InputError("hallmark", "--digits", digits_, domain);
  return value.to_long();
}

Budget EffortOptions::start() const {
  if (!memory_.empty()) {
    constexpr std::string_view domain = "an integer of bytes from 10^7 to 10^15";
    const Rational bytes = read("--memory", memory_, domain, 10'000'000, 1'000'000'000'000'000);
    if (!bytes.is_integer()) throw InputError("hallmark", "--memory", memory_, domain);
    const auto limit = static_cast<rlim_t>(bytes.to_long());
    const rlimit both{limit, limit};
    setrlimit(RLIMIT_AS, &both);  // an allocation that fails ends the program with status 2: see memory.cpp
  }
  const Rational milliseconds =
      floor(read("--budget", seconds_, "a number of seconds from 0.001 to 10^7", Rational("0.001"), 10'000'000) * 1000);
  return Budget(std::chrono::milliseconds(milliseconds.to_long()), &interrupt_flag());
}

}  // namespace hallmark::cli
