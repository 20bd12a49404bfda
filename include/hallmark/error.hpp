// InputError: the one exception that this library throws.
#pragma once

#include <stdexcept>
#include <string_view>

namespace hallmark {

/// The caller's mistake: "where: name = value: must be condition".
class InputError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
  InputError(std::string_view where, std::string_view name, std::string_view value, std::string_view condition);
};

}  // namespace hallmark
