// The options that every computing verb shares: --digits, --time-limit, --memory.
#pragma once

#include <string>

#include "exact/budget.hpp"
#include "hallmark/evaluate.hpp"

namespace CLI {
class App;
}

namespace hallmark::cli {

/// Texts as given; checked by the accessors, which throw InputError.
class EffortOptions {
 public:
  void add_to(CLI::App& verb, bool with_digits);
  /// Whether --digits was given.
  [[nodiscard]] bool digits_given() const { return !digits_.empty(); }
  /// Domain:    1 to 1000; 15 where not given
  [[nodiscard]] long digits() const;
  /// Seconds as given.
  [[nodiscard]] const std::string& time_limit() const { return seconds_; }
  /// The same as options of the library: stopped by Ctrl-C; applies --memory to the process.
  [[nodiscard]] Options options() const;
  /// A budget from now on that also stops on Ctrl-C; applies --memory to the process.
  [[nodiscard]] Budget start() const;

 private:
  void limit_memory() const;

  std::string digits_;
  std::string seconds_ = "60";
  std::string memory_;
};

}  // namespace hallmark::cli
