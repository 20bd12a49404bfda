// Leftovers: what a run that was killed had not renamed yet.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace hallmark::cli {

/// Deletes the files NAME.XXXXXX of the folder, six characters of any kind, for whose NAME `is_ours`.
/// Domain:    any path; a folder that cannot be read is left alone
void remove_leftovers(const std::filesystem::path& folder, const std::function<bool(const std::string& name)>& is_ours);

}  // namespace hallmark::cli
