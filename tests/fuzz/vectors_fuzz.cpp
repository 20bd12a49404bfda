// The reader of vectors: any bytes in a file of a folder are refused with InputError that names the file, or read to
// vectors with an id and ordered ends, each found by its id.
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "cli/compare/golden.hpp"
#include "cli/io/text_form.hpp"
#include "exact/error.hpp"

namespace {

void check(bool holds) {
  if (!holds) std::abort();
}

/// A folder of this process, removed with it.
class Folder {
 public:
  Folder() : path_(std::filesystem::temp_directory_path() / ("vectors-fuzz-" + std::to_string(getpid()))) {
    std::filesystem::create_directories(path_);
  }
  ~Folder() { std::filesystem::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace hallmark;
  static const Folder folder;
  {
    std::ofstream file(folder.path() / "input.json", std::ios::binary | std::ios::trunc);
    file.write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  }
  try {
    const cli::GoldenSet set(folder.path(), {});
    for (std::size_t i = 0; i < set.all().size(); ++i) {
      const cli::Golden& golden = set.all()[i];
      check(cli::hexadecimal_32.fits(golden.id) && golden.lo <= golden.hi && set.find(golden.id) == i);
    }
  } catch (const InputError& error) {
    check(std::string_view(error.what()).starts_with(folder.path().string()));
  }
  return 0;
}
