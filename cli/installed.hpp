// Where the program is, and the data that come with it: vectors, schemas, readers.
#pragma once

#include <filesystem>
#include <string>

namespace hallmark::cli {

/// The path of a file or folder of data/: below $HALLMARK_DATA if that is set, in data/ of the current folder, beside the
/// installed program, or where CMake installs it; "data/NAME" where it is nowhere.
[[nodiscard]] std::string data_file(const std::string& name);

/// The file of the running program; where /proc is not mounted, what it was called by.
[[nodiscard]] std::filesystem::path running_program();

}  // namespace hallmark::cli
