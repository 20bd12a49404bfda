// The vectors of a folder as `hallmark compare` needs them: what is asked, and the certified interval.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "cli/io/output.hpp"
#include "exact/rational.hpp"

namespace hallmark::cli {

struct Golden {
  std::string id;  // 32 hexadecimal digits
  std::string suite;
  std::string quantity;
  std::string kind;  // exact, upper, lower, bracket
  std::string comment;
  Json parameters;
  std::string lo_text, hi_text;
  Rational lo, hi;
};

/// The `count` vectors with the least ids, which are hashes, in their order; all where there are no more.
[[nodiscard]] std::vector<Golden> sample(const std::vector<Golden>& all, std::size_t count);

class GoldenSet {
 public:
  /// Every vector of the *.json files in `folder`, or of the suites and quantities named; a vector that stands in several files counts
  /// once.
  /// Domain:    files that read_vectors reads, listed in SHA256SUMS where there is one, lo <= hi; a suite that is
  /// there;
  ///            otherwise throws InputError with path, line and column, or FileError
  GoldenSet(const std::filesystem::path& folder, const std::vector<std::string>& suites,
            const std::vector<std::string>& quantities = {});

  [[nodiscard]] const std::vector<Golden>& all() const { return all_; }
  /// The position in all() of that id, or all().size().
  [[nodiscard]] std::size_t find(std::string_view id) const;

 private:
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>{}(text); }
  };
  void add_file(const std::string& path, const std::string& text, const std::vector<std::string>& suites,
                std::vector<std::string>& known);
  void add(Golden golden, const std::string& path);

  std::vector<Golden> all_;
  std::unordered_map<std::string, std::size_t, Hash, std::equal_to<>> index_;
};

}  // namespace hallmark::cli
