#include "cli/compare/golden.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>
#include <sstream>

#include "bounds/certificate.hpp"
#include "cli/io/files.hpp"
#include "cli/io/strict_json.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t max_file = 256U << 20;
constexpr std::size_t hash_digits = 64;

// The line and column of the first `needle`: a member that is wrong without being wrong JSON.
std::string place(const std::string& path, std::string_view text, std::string_view needle) {
  const std::size_t at = std::min(text.find(needle), text.size());
  const std::string_view before = text.substr(0, at);
  const std::size_t line_start = before.rfind('\n') + 1;  // npos + 1 = 0: the first line
  return fmt::format("{}:{}:{}: ", path, std::count(before.begin(), before.end(), '\n') + 1, at - line_start + 1);
}

const Json& member(const Json& object, const char* name, const std::string& where) {
  if (!object.is_object() || !object.contains(name)) {
    throw InputError(fmt::format("{}: expected a member \"{}\", found none", where, name));
  }
  return object.at(name);
}

std::string text_member(const Json& object, const char* name, const std::string& where) {
  const Json& value = member(object, name, where);
  if (!value.is_string()) {
    throw InputError(fmt::format("{}: {}: expected a string, found {}", where, name, value.type_name()));
  }
  return value.get<std::string>();
}

const Json& array_member(const Json& object, const char* name, const std::string& where) {
  const Json& value = member(object, name, where);
  if (!value.is_array()) {
    throw InputError(fmt::format("{}: {}: expected an array, found {}", where, name, value.type_name()));
  }
  return value;
}

// File name to hash; nothing where the folder has no SHA256SUMS.
std::optional<std::map<std::string, std::string>> read_sums(const std::filesystem::path& folder) {
  const std::filesystem::path path = folder / "SHA256SUMS";
  if (!std::filesystem::exists(path)) return std::nullopt;
  std::map<std::string, std::string> sums;
  std::istringstream lines(read_file(path, max_file));
  std::string line;
  for (std::size_t number = 1; std::getline(lines, line); ++number) {
    if (line.empty()) continue;
    if (line.size() < hash_digits + 3 || line[hash_digits] != ' ') {
      throw InputError(fmt::format("{}:{}:1: expected a hash, two spaces and a file name, found \"{}\"", path.string(),
                                   number, shortened(line)));
    }
    sums[line.substr(hash_digits + 2)] = line.substr(0, hash_digits);
  }
  return sums;
}

Rational read_end(const Json& out, const char* name, const std::string& where, std::string& text) {
  text = text_member(out, name, where);
  try {
    return Rational(text);
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}: {}", where, name, error.what()));
  }
}

}  // namespace

bool is_vector_id(std::string_view text) {
  constexpr std::size_t digits = 32;
  return text.size() == digits &&
         std::all_of(text.begin(), text.end(), [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

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
  const Json root = parse_json(path, text);
  const std::string schema = text_member(root, "schema", path);
  if (schema != vectors_schema) {
    throw InputError(fmt::format("{}expected schema \"{}\", found \"{}\"", place(path, text, "\"schema\""),
                                 vectors_schema, shortened(schema)));
  }
  const std::string suite = text_member(root, "suite", path);
  known.push_back(suite);
  if (!suites.empty() && std::find(suites.begin(), suites.end(), suite) == suites.end()) return;
  for (const Json& group : array_member(root, "testGroups", path)) {
    const std::string quantity = text_member(group, "quantity", path);
    const std::string kind = text_member(group, "kind", path);
    for (const Json& test : array_member(group, "tests", path)) {
      Golden g;
      g.id = text_member(test, "id", path);
      if (!is_vector_id(g.id)) {
        throw InputError(fmt::format("{}expected an id of 32 hexadecimal digits, found \"{}\"",
                                     place(path, text, "\"" + g.id + "\""), shortened(g.id)));
      }
      const std::string where = fmt::format("{}: {}", path, g.id);
      g.suite = suite;
      g.quantity = quantity;
      g.kind = kind;
      g.comment = text_member(test, "comment", where);
      g.parameters = member(test, "in", where);
      if (!g.parameters.is_object()) throw InputError(where + ": in: expected an object");
      const Json& out = member(test, "out", where);
      g.lo = read_end(out, "lo", where, g.lo_text);
      g.hi = read_end(out, "hi", where, g.hi_text);
      if (g.lo > g.hi) throw InputError(where + ": expected lo <= hi");
      add(std::move(g), path);
    }
  }
}

GoldenSet::GoldenSet(const std::filesystem::path& folder, const std::vector<std::string>& suites) {
  std::vector<std::filesystem::path> files;
  std::error_code error;
  for (std::filesystem::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    if (at->path().extension() == ".json" && name != "ERRATA.json" && !name.ends_with(".schema.json")) {
      files.push_back(at->path());
    }
  }
  if (error) {
    throw FileError(fmt::format("{}: vectors cannot be read: {}; --vectors DIR names their folder", folder.string(),
                                error.message()));
  }
  std::sort(files.begin(), files.end());
  const auto sums = read_sums(folder);
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
}

}  // namespace hallmark::cli
