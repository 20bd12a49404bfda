// Results files of an accountant under test: CSV or JSON lines, read a line at a time.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "cli/compare/row_text.hpp"
#include "cli/compare/verdict.hpp"

namespace hallmark::cli {

struct ResultRow {
  std::string_view path;
  std::size_t line = 0;
  Field id;
  Field value;
  Side side = Side::estimate;
  std::string seconds;              // a decimal, or empty
  std::optional<std::string> skip;  // why the accountant left this one out

  /// Throws InputError "path:line:column: <what>".
  [[noreturn]] void refuse(std::size_t column, std::string_view what) const;
};

/// Calls `use` for every row, in order. A first byte '{' means JSON lines; otherwise CSV with a header of id, value,
/// kind, seconds in any order, separated by commas or semicolons. A byte order mark, CRLF and empty lines are
/// understood.
/// Shape:     memory for one line
/// Domain:    path "-" reads standard input. Lines of at most 1.1 million bytes; ids of 32 hexadecimal digits; a kind
///            in the row, or `default_side`; otherwise throws InputError "path:line:column: expected X, found Y", or
///            FileError. Values are not read: that is for the caller, who knows which ones count.
/// Cost:      about a microsecond a row
void read_results(const std::string& path, std::optional<Side> default_side,
                  const std::function<void(const ResultRow&)>& use);

}  // namespace hallmark::cli
