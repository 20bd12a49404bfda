#pragma once

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>
#include <vector>

#include "numbers/sha256.hpp"
#include "support/folders.hpp"

namespace hallmark::check::test {

/// accept stands in the tree; edits.py writes reject and malformed into the build.
inline std::filesystem::path folder(const std::string& name) {
  const std::string root = name == "accept" ? hallmark::test::source_folder() : hallmark::test::binary_folder();
  return std::filesystem::path(root) / "tests" / "proofs-check" / name;
}

inline std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

/// Every .cert file of a folder, sorted: none can be forgotten.
inline std::vector<std::filesystem::path> certificates(const std::string& name) {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(folder(name))) paths.push_back(entry.path());
  std::sort(paths.begin(), paths.end());
  return paths;
}

/// What the seal covers: everything before the sha256 line.
inline std::string body(const std::string& text) {
  const std::size_t at = text.rfind("sha256 ");
  return at == std::string::npos ? text : text.substr(0, at);
}

/// The body with the digest that fits it: a changed certificate must fail for its mathematics, not for its hash.
inline std::string seal(const std::string& sealed_body) { return sealed_body + "sha256 " + sha256(sealed_body) + "\n"; }

inline std::string reseal(const std::string& text) { return seal(body(text)); }

inline std::vector<std::string> lines_of(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

inline std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + "\n";
  return text;
}

}  // namespace hallmark::check::test
