// Many questions in one call: lists, exact ranges and files of rows as parameters of one quantity.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hallmark/claim.hpp"

namespace hallmark::cli {

/// The questions that "name=value" texts ask together. A value may be a list (n=1000,10000) of numbers, words and exact
/// ranges first:last:step (eps0=1:8:1): every combination is a question, the first parameter varying slowest.
class Questions {
 public:
  static constexpr std::size_t most = 1'000'000;

  /// Domain:    each text name=value, each name once, at most `most` questions; otherwise throws InputError that begins
  ///            with `id`; the commas of the parameters named in `whole` are their own
  Questions(std::string_view id, const std::vector<std::string>& texts, const std::vector<std::string>& whole = {});

  /// Asks every question once for each row of a CSV file, whose header names further parameters; the rows vary slowest.
  /// Domain:    throws InputError "path:line:column: ..." for a file of another form or a parameter given twice
  void add_rows(std::string_view path, std::string_view text);
  /// Adds one more parameter with a list of values, as "name=list" would.
  void add_list(const std::string& name, const std::string& list, std::string_view option);

  /// Whether lists, ranges or rows were given, be it of one value.
  [[nodiscard]] bool many() const { return many_; }
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] ParameterTexts at(std::size_t index) const;
  /// Where a question was asked, for messages: "rows.csv:3" of a file, empty otherwise.
  [[nodiscard]] std::string place(std::size_t index) const;
  /// What was read as a list and may have been meant otherwise: "steps=14,500: read as 2 values".
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

 private:
  struct Axis {
    std::string name;
    std::vector<std::string> values;
  };
  void add_axis(Axis axis);
  [[nodiscard]] bool has(std::string_view name) const;

  std::string id_;
  std::vector<Axis> axes_;
  std::vector<std::string> notes_;
  std::string rows_path_;
  std::vector<std::string> row_names_;
  std::vector<std::vector<std::string>> rows_;  // empty: no file
  std::vector<std::size_t> row_lines_;
  bool many_ = false;
};

/// The numbers first, first + step, ... up to last in "first:last:step", as short decimals or fractions.
/// Kind:      exact
/// Domain:    rationals, a step that leads from first to last, at most Questions::most of them; otherwise throws
///            InputError
[[nodiscard]] std::vector<std::string> range_values(std::string_view text);

}  // namespace hallmark::cli
