// The options that every computing verb shares: --digits, --budget, --memory.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "exact/budget.hpp"

namespace hallmark::cli {

/// Texts as given; checked by the accessors, which throw InputError.
class EffortOptions {
 public:
  void add_to(CLI::App& verb, bool with_digits);
  /// Domain:    1 to 1000
  [[nodiscard]] long digits() const;
  /// A budget from now on that also stops on Ctrl-C; applies --memory to the process.
  [[nodiscard]] Budget start() const;

 private:
  std::string digits_ = "15";
  std::string seconds_ = "60";
  std::string memory_;
};

}  // namespace hallmark::cli
