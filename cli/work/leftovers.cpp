#include "cli/work/leftovers.hpp"

#include <vector>

#include "cli/io/files.hpp"

namespace hallmark::cli {

void remove_leftovers(const std::filesystem::path& folder,
                      const std::function<bool(const std::string& name)>& is_ours) {
  constexpr std::size_t suffix = 7;  // as mkstemp makes them
  std::vector<std::filesystem::path> leftovers;
  std::error_code error = each_entry(folder, [&](const std::filesystem::path& file) {
    const std::string name = file.filename();
    if (name.size() <= suffix || name[name.size() - suffix] != '.') return;
    if (is_ours(name.substr(0, name.size() - suffix))) leftovers.push_back(file);
  });
  for (const std::filesystem::path& file : leftovers) std::filesystem::remove(file, error);
}

}  // namespace hallmark::cli
