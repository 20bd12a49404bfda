#include "cli/io/scratch_folder.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <system_error>

#include "cli/io/files.hpp"

namespace hallmark::cli {

ScratchFolder::ScratchFolder() : path_((std::filesystem::temp_directory_path() / "hallmark.XXXXXX").string()) {
  if (::mkdtemp(path_.data()) == nullptr) {
    throw FileError(fmt::format("{}: cannot be created: {}", path_, std::strerror(errno)));
  }
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace hallmark::cli
