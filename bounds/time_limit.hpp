// TimeLimitError: a search that ended with nothing to say because its time did.
#pragma once

#include "hallmark/error.hpp"

namespace hallmark {

/// What evaluate throws in place of an InputError where the time was over: the parameters may be good, so that the
/// question is undecided.
class TimeLimitError : public InputError {
 public:
  using InputError::InputError;
};

}  // namespace hallmark
