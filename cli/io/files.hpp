// Files: bounded reading, and writing that leaves either the old file or the whole new one.
#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <system_error>

namespace hallmark::cli {

/// A file that cannot be read or written: exit status 74.
class FileError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The bytes of a file of at most `limit` bytes; throws FileError where it cannot be read, InputError where it is
/// larger.
[[nodiscard]] std::string read_file(const std::filesystem::path& path, std::size_t limit);

/// Writes a file piece by piece under a neighbour's name and renames it when it is whole, so that a reader never sees
/// half a file; a file that is replaced keeps its mode and its owner. Links are followed. Devices, pipes and what the
/// standard streams write to are written where they are. Every member throws FileError.
class FileWriter {
 public:
  enum class Unfinished { removed, kept };  // under a name of chance, or as PATH.partial
  FileWriter(std::filesystem::path path, Unfinished unfinished);
  ~FileWriter();
  FileWriter(const FileWriter&) = delete;
  FileWriter& operator=(const FileWriter&) = delete;

  void write(std::string_view content);
  void finish();

 private:
  void open_in_place();
  void discard();

  std::filesystem::path path_;
  std::filesystem::path target_;
  std::string temporary_;  // empty: written where it is
  Unfinished unfinished_;
  int fd_ = -1;
};

/// All of it at once.
void write_file(const std::filesystem::path& path, std::string_view content);

/// Throws FileError where write_file would: asked before long work.
void check_writable(const std::filesystem::path& path);
/// Whether nothing is there, or a regular file that would be replaced.
[[nodiscard]] bool is_replaceable(const std::filesystem::path& path);

/// Takes each entry of a folder; what keeps it from being read, also half way, is returned: of a folder that others
/// change meanwhile that is no failure of this program.
[[nodiscard]] std::error_code each_entry(const std::filesystem::path& folder,
                                         const std::function<void(const std::filesystem::path&)>& take);

/// Creates the folder if needed; throws FileError.
void make_folder(const std::filesystem::path& path);

}  // namespace hallmark::cli
