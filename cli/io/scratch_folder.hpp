// ScratchFolder: a folder for files that nobody keeps.
#pragma once

#include <filesystem>
#include <string>

namespace hallmark::cli {

/// A folder that goes when its user does.
/// Domain:    throws FileError where it cannot be made
class ScratchFolder {
 public:
  ScratchFolder();
  ~ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  [[nodiscard]] std::filesystem::path path() const { return path_; }

 private:
  std::string path_;
};

}  // namespace hallmark::cli
