#include "cli/work/leftovers.hpp"

#include <vector>

namespace hallmark::cli {

void remove_leftovers(const std::filesystem::path& folder,
                      const std::function<bool(const std::string& name)>& is_ours) {
  constexpr std::size_t suffix = 7;  // as mkstemp makes them
  std::error_code error;
  std::vector<std::filesystem::path> leftovers;
  for (const auto& file : std::filesystem::directory_iterator(folder, error)) {
    const std::string name = file.path().filename();
    if (name.size() <= suffix || name[name.size() - suffix] != '.') continue;
    if (is_ours(name.substr(0, name.size() - suffix))) leftovers.push_back(file.path());
  }
  for (const std::filesystem::path& file : leftovers) std::filesystem::remove(file, error);
}

}  // namespace hallmark::cli
