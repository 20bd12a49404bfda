// Where the data are that come with the program: vectors, schemas, readers.
#pragma once

#include <string>

namespace hallmark::cli {

/// The path of a file or folder of data/: below $HALLMARK_DATA if that is set, in data/ of the current folder, beside the
/// installed program, or where CMake installs it; "data/NAME" where it is nowhere.
[[nodiscard]] std::string data_file(const std::string& name);

}  // namespace hallmark::cli
