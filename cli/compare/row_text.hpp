// One line of results as fields: a flat JSON object, or a record of comma- or semicolon-separated values.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark::cli {

/// A mistake at a byte of the line: whoever knows the file and the line number adds them.
struct LineError {
  std::size_t column;  // from 1
  std::string text;    // "expected X, found Y"
};

struct Field {
  std::string text;
  std::size_t column = 1;  // where it begins
};

/// The fields of a record: surrounding blanks do not count; a field in double quotes may hold the separator, and ""
/// for a quote.
/// Domain:    throws LineError for a quote that does not end on the line or is followed by more text
void split_record(std::string_view line, char separator, std::vector<Field>& fields);

/// What an accountant says about one vector; absent members stay empty.
struct RowText {
  std::optional<Field> id, value, kind, seconds, skip;
};

/// A flat JSON object with members id, value, kind, seconds, skip. Numbers keep their text; also the words NaN and
/// Infinity, which Python writes.
/// Domain:    throws LineError for anything else: another or a duplicate member, a nested value, text after the object
[[nodiscard]] RowText parse_json_row(std::string_view line);

}  // namespace hallmark::cli
