// Options that several verbs have: one name and one meaning everywhere.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace hallmark::cli {

/// Adds --jobs: how many threads, one a core where it is not given.
void add_jobs(CLI::App& verb, std::string& text);

/// Adds --quiet: no progress on standard error.
void add_quiet(CLI::App& verb, bool& quiet);

/// Makes every flag refuse a value (--json=3), and every other option an empty one (--out ''): it is not the same as not
/// given.
void refuse_odd_values(CLI::App& verb);

enum class Format { text, json, csv, tex, details, github };

/// --format, and --json for --format json.
class FormatOption {
 public:
  /// The formats that the verb has, the usual one first.
  explicit FormatOption(std::initializer_list<std::string_view> offered) : offered_(offered) {}
  void add_to(CLI::App& verb);
  /// Domain:    one of those offered, and not two; otherwise throws InputError
  [[nodiscard]] Format get() const;
  [[nodiscard]] bool json() const { return get() == Format::json; }

 private:
  std::vector<std::string_view> offered_;
  std::string text_;
  bool json_ = false;
};

}  // namespace hallmark::cli
