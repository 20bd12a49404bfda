#include "cli/installed.hpp"

#include <sys/auxv.h>

#include <cstdlib>
#include <filesystem>

namespace hallmark::cli {

std::filesystem::path running_program() {
  std::error_code error;
  const std::filesystem::path link = std::filesystem::read_symlink("/proc/self/exe", error);
  if (!error) return link;
  const auto called = ::getauxval(AT_EXECFN);  // the address of a text
  return called == 0 ? std::filesystem::path() : std::filesystem::path(reinterpret_cast<const char*>(called));
}

std::string data_file(const std::string& name) {
  namespace fs = std::filesystem;
  const char* const chosen = std::getenv("HALLMARK_DATA");
  if (chosen != nullptr && *chosen != '\0') return (fs::path(chosen) / name).string();
  std::error_code error;
  const fs::path program = running_program().parent_path();
  for (const fs::path& folder :
       {fs::path("data"), program / ".." / "share" / "hallmark", fs::path(HALLMARK_INSTALLED_DATA)}) {
    if (fs::exists(folder / name, error)) return (folder / name).lexically_normal().string();
  }
  return (fs::path("data") / name).string();
}

}  // namespace hallmark::cli
