// Words to people on standard error: never an exception, never a signal.
#pragma once

#include <string_view>

namespace hallmark::cli {

/// "hallmark: TEXT" and the end of the line. A standard error that is closed or full is no reason to fail.
void say(std::string_view text);
/// The text as it is: for lines of progress.
void say_raw(std::string_view text);

/// Opens what is missing of the standard descriptors, so that no file takes their numbers, and makes writing into a
/// pipe that nobody reads an error instead of a signal.
void guard_standard_streams();

}  // namespace hallmark::cli
