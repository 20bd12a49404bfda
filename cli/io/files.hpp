// Files: bounded reading, and writing that leaves either the old file or the whole new one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

namespace hallmark::cli {

/// A file that cannot be read or written: exit status 74.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The bytes of a file of at most `limit` bytes; throws FileError where it cannot be read, InputError where it is
/// larger.
[[nodiscard]] std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// Writes to a temporary neighbour and renames it: a reader never sees half a file. Throws FileError.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Creates the folder if needed; throws FileError.
void make_folder(const std::filesystem::path& path);

}  // namespace hallmark::cli
