// The CSV of a table: a few comment lines that say what it is, then one row a point.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace hallmark::cli {

struct TableRow {
  std::string x;  // exact text of the number grammar
  std::string series;
  std::string lo, hi;  // decimals, rounded outward
  std::string kind;    // exact, upper, lower, bracket
  std::string method;
};

struct FigureTable {
  std::string name;
  std::string title;
  std::string source;
  std::string x, y;  // what the axes are
  bool log_x = false;
  bool log_y = false;
  std::vector<TableRow> rows;
};

/// Lines "# table: NAME", "# title: ...", "# source: ...", "# x: ...", "# y: ...", "# log: x y" (or x, y, none), the
/// header x,series,lo,hi,kind,method and the rows; fields with commas or quotes in double quotes.
[[nodiscard]] std::string table_text(const FigureTable& table);
/// Its two parts, for who writes row by row.
[[nodiscard]] std::string table_header(const FigureTable& table);
[[nodiscard]] std::string table_line(const TableRow& row);

/// Reads it back, or the CSV of hallmark eval and hallmark curve, whose refused rows are left out. Comment lines may be missing or unknown, each known one at most once; the columns may not.
/// Domain:    at least one row; x, lo, hi numbers with lo <= hi; otherwise throws InputError "path:line:column: ..."
[[nodiscard]] FigureTable parse_table(std::string_view path, std::string_view text);

}  // namespace hallmark::cli
