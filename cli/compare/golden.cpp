#include "cli/compare/golden.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "bounds/certificate.hpp"
#include "cli/io/files.hpp"
#include "cli/vectors/vector_file.hpp"
#include "cli/vectors/vector_reader.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t max_file = 256U << 20;

// An end as a number: the form is right, the exponent may be absurd.
Rational read_end(const std::string& text, const std::string& where) {
  try {
    return Rational(text);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", where, error.what()));
  }
}

}  // namespace

std::size_t GoldenSet::find(std::string_view id) const {
  const auto found = index_.find(id);
  return found == index_.end() ? all_.size() : found->second;
}

void GoldenSet::add(Golden golden, const std::string& path) {
  const auto [place_of, is_new] = index_.emplace(golden.id, all_.size());
  if (is_new) {
    all_.push_back(std::move(golden));
    return;
  }
  const Golden& before = all_[place_of->second];
  if (before.lo != golden.lo || before.hi != golden.hi || before.quantity != golden.quantity) {
    throw InputError(fmt::format("{}: {}: expected the same vector as in suite {}, found other numbers", path,
                                 golden.id, before.suite));
  }
}

void GoldenSet::add_file(const std::string& path, const std::string& text, const std::vector<std::string>& suites,
                         std::vector<std::string>& known) {
  const Json root = read_vectors(path, text);
  const std::string suite = root.at("suite");
  known.push_back(suite);
  if (!suites.empty() && std::find(suites.begin(), suites.end(), suite) == suites.end()) return;
  for (const Json& group : root.at("testGroups")) {
    for (const Json& test : group.at("tests")) {
      const Json& out = test.at("out");
      const std::string where = fmt::format("{}: {}", path, test.at("id").get<std::string>());
      Golden g{.id = test.at("id"),
               .suite = suite,
               .quantity = group.at("quantity"),
               .kind = group.at("kind"),
               .comment = test.at("comment"),
               .parameters = test.at("in"),
               .lo_text = out.at("lo"),
               .hi_text = out.at("hi"),
               .lo = read_end(out.at("lo"), where),
               .hi = read_end(out.at("hi"), where)};
      if (g.lo > g.hi) throw InputError(where + ": expected lo <= hi");
      add(std::move(g), path);
    }
  }
}

std::vector<Golden> sample(const std::vector<Golden>& all, std::size_t count) {
  if (count >= all.size()) return all;
  std::vector<std::string_view> ids;
  for (const Golden& golden : all) ids.push_back(golden.id);
  const auto last = ids.begin() + static_cast<std::ptrdiff_t>(count);
  std::nth_element(ids.begin(), last, ids.end());
  std::vector<Golden> chosen;
  for (const Golden& golden : all) {
    if (golden.id < *last) chosen.push_back(golden);
  }
  return chosen;
}

GoldenSet::GoldenSet(const std::filesystem::path& folder, const std::vector<std::string>& suites,
                     const std::vector<std::string>& quantities) {
  std::vector<std::filesystem::path> files;
  const std::error_code error = each_entry(folder, [&](const std::filesystem::path& file) {
    const std::string name = file.filename().string();
    if (file.extension() == ".json" && name != "ERRATA.json" && !name.ends_with(".schema.json")) files.push_back(file);
  });
  if (error) {
    throw FileError(fmt::format("{}: vectors cannot be read: {}; --vectors DIR names their folder", folder.string(),
                                error.message()));
  }
  std::sort(files.begin(), files.end());
  std::optional<Checksums> sums;
  if (const auto list = folder / checksums_name; std::filesystem::exists(list)) {
    sums = read_checksums(list.string(), read_file(list, max_file));
  }
  std::vector<std::string> known;
  for (const std::filesystem::path& file : files) {
    const std::string text = read_file(file, max_file);
    add_file(file.string(), text, suites, known);  // first: what breaks the JSON gets a line and a column
    if (sums) {
      const auto sum = sums->find(file.filename().string());
      if (sum == sums->end()) throw InputError(fmt::format("{}: expected a line in SHA256SUMS", file.string()));
      if (sha256(text) != sum->second) {
        throw InputError(fmt::format("{}: expected the SHA-256 {} of SHA256SUMS, found {}: the file was changed",
                                     file.string(), sum->second, sha256(text)));
      }
    }
  }
  for (const std::string& suite : suites) {
    if (std::find(known.begin(), known.end(), suite) == known.end()) {
      throw InputError(fmt::format("--suite: \"{}\": must be one of {}", shortened(suite), fmt::join(known, ", ")));
    }
  }
  if (all_.empty()) throw InputError(fmt::format("{}: expected vectors, found none", folder.string()));
  for (const std::string& name : quantities) {
    if (find_entry(name) == nullptr) (void)entry(name);  // refused with what is near
  }
  if (quantities.empty()) return;
  std::erase_if(all_, [&](const Golden& golden) {
    return std::none_of(quantities.begin(), quantities.end(),
                        [&](const std::string& name) { return entry(name).id == golden.quantity; });
  });
  if (all_.empty()) {
    throw InputError(
        fmt::format("--quantity: {}: expected one with vectors in these suites", fmt::join(quantities, ", ")));
  }
  index_.clear();
  for (std::size_t i = 0; i < all_.size(); ++i) index_.emplace(all_[i].id, i);
}

}  // namespace hallmark::cli
