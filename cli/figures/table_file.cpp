#include "cli/figures/table_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "cli/compare/row_text.hpp"
#include "exact/error.hpp"
#include "exact/number.hpp"

namespace hallmark::cli {
namespace {

constexpr std::string_view header = "x,series,lo,hi,kind,method";
constexpr std::string_view answers_end =
    ",lo,hi,result,kind,status,method,axioms,note";  // of the header of hallmark eval

std::string quoted(const std::string& field) {
  if (field.find_first_of(",\"\n;") == std::string::npos) return field;
  std::string text = "\"";
  for (const char c : field) {
    if (c == '"') text += '"';
    text += c == '\n' ? ' ' : c;
  }
  return text + '"';
}

std::string_view logarithmic(const FigureTable& t) {
  if (t.log_x) return t.log_y ? "x y" : "x";
  return t.log_y ? "y" : "none";
}

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t' || text.back() == '\r')) text.remove_suffix(1);
  return text;
}

// "# key: value"; keys of others are skipped.
void read_remark(std::string_view line, FigureTable& t, std::set<std::string, std::less<>>& seen) {
  const auto colon = line.find(':');
  if (colon == std::string_view::npos) return;
  const std::string_view key = trimmed(line.substr(1, colon - 1));
  const std::string_view value = trimmed(line.substr(colon + 1));
  std::string log;
  for (auto& [name, field] : {std::pair<std::string_view, std::string&>{"table", t.name},
                              {"title", t.title},
                              {"source", t.source},
                              {"x", t.x},
                              {"y", t.y},
                              {"log", log}}) {
    if (key != name) continue;
    if (!seen.insert(std::string(key)).second) {
      throw LineError{1, fmt::format("expected each remark once, found \"{}\" again", key)};
    }
    field = value;
  }
  if (key == "log") {
    if (value != "none" && value != "x" && value != "y" && value != "x y") {
      throw LineError{1, fmt::format("expected x, y, x y or none, found \"{}\"", shortened(value))};
    }
    t.log_x = value == "x" || value == "x y";
    t.log_y = value == "y" || value == "x y";
  }
}

Number read_number(const Field& field) {
  try {
    return Number(field.text);
  } catch (const InputError& error) {
    throw LineError{field.column, fmt::format("expected a number, found \"{}\"", shortened(field.text))};
  }
}

TableRow read_row(const std::vector<Field>& fields) {
  constexpr std::size_t columns = 6;
  if (fields.size() != columns) {
    throw LineError{1, fmt::format("expected the {} fields {}, found {}", columns, header, fields.size())};
  }
  (void)read_number(fields[0]);
  if (less(read_number(fields[3]), read_number(fields[2])) == Truth::yes) {
    throw LineError{fields[3].column, fmt::format("expected hi at least lo, found {}", shortened(fields[3].text))};
  }
  const std::string& kind = fields[4].text;
  if (kind != "exact" && kind != "upper" && kind != "lower" && kind != "bracket") {
    throw LineError{fields[4].column,
                    fmt::format("expected exact, upper, lower or bracket, found \"{}\"", shortened(kind))};
  }
  return {fields[0].text, fields[1].text, fields[2].text, fields[3].text, kind, fields[5].text};
}

// Rows of hallmark eval and curve: its parameters are the columns before lo.
class Answers {
 public:
  explicit Answers(std::string_view head) { split_record(head, ',', names_); }

  void add(std::vector<Field> fields) {
    if (fields.size() != names_.size()) {
      throw LineError{1, fmt::format("expected the {} fields of the header, found {}", names_.size(), fields.size())};
    }
    const std::string& hi = fields[parameters() + 1].text;
    if (fields[parameters()].text.empty() || hi.empty() || hi == "inf") return;  // refused, or no end to draw
    rows_.push_back(std::move(fields));
  }

  // The first parameter with several values is drawn along x, the others with several tell the curves apart.
  void put_into(FigureTable& t) const {
    std::vector<std::size_t> varied;
    for (std::size_t i = 0; i < parameters(); ++i) {
      const auto differs = [&](const std::vector<Field>& row) { return row[i].text != rows_.front()[i].text; };
      if (std::any_of(rows_.begin(), rows_.end(), differs)) varied.push_back(i);
    }
    if (varied.empty()) throw InputError("expected answers at several values of a parameter, found none");
    const std::size_t along = varied.front();
    t.x = names_[along].text;
    for (const std::vector<Field>& fields : rows_) {
      std::string series;
      for (const std::size_t i : varied) {
        if (i != along) series += fmt::format("{}{}={}", series.empty() ? "" : ", ", names_[i].text, fields[i].text);
      }
      const auto at = [&](std::size_t behind) { return fields[parameters() + behind]; };
      t.rows.push_back(read_row({fields[along], {series, 1}, at(0), at(1), at(3), at(5)}));
    }
    t.log_x = spread(t, &TableRow::x);
    t.log_y = spread(t, &TableRow::lo) && spread(t, &TableRow::hi);
  }

 private:
  [[nodiscard]] std::size_t parameters() const { return names_.size() - answer_columns; }

  // Whether all are positive and the largest is thirty times the least.
  static bool spread(const FigureTable& t, std::string TableRow::*column) {
    std::vector<Rational> values;
    for (const TableRow& row : t.rows) {
      const auto value = Number(row.*column).rational();
      if (!value || *value <= Rational(0)) return false;
      values.push_back(*value);
    }
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    constexpr long far_apart = 30;
    return *most >= *least * Rational(far_apart);
  }

  static constexpr std::size_t answer_columns = 8;
  std::vector<Field> names_;
  std::vector<std::vector<Field>> rows_;
};

}  // namespace

std::string table_header(const FigureTable& t) {
  return fmt::format("# table: {}\n# title: {}\n# source: {}\n# x: {}\n# y: {}\n# log: {}\n{}\n", t.name, t.title,
                     t.source, t.x, t.y, logarithmic(t), header);
}

std::string table_line(const TableRow& row) {
  return fmt::format("{},{},{},{},{},{}\n", quoted(row.x), quoted(row.series), row.lo, row.hi, row.kind,
                     quoted(row.method));
}

std::string table_text(const FigureTable& t) {
  std::string text = table_header(t);
  for (const TableRow& row : t.rows) text += table_line(row);
  return text;
}

FigureTable parse_table(std::string_view path, std::string_view text) {
  FigureTable t;
  bool begun = false;
  std::optional<Answers> answers;
  std::vector<Field> fields;
  std::set<std::string, std::less<>> seen;
  for (long line = 1; !text.empty(); ++line) {
    const auto end = text.find('\n');
    std::string_view row = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line == 1 && row.starts_with("\xef\xbb\xbf")) row.remove_prefix(3);
    if (trimmed(row).empty()) continue;
    try {
      if (row.front() == '#') {
        read_remark(row, t, seen);
        continue;
      }
      if (begun) {
        split_record(trimmed(row), ',', fields);
        if (answers) {
          answers->add(fields);
        } else {
          t.rows.push_back(read_row(fields));
        }
      } else if (trimmed(row).ends_with(answers_end)) {
        answers.emplace(trimmed(row));
      } else if (trimmed(row) != header) {
        throw LineError{1, fmt::format("expected the header {} or that of hallmark eval --format csv, found \"{}\"",
                                       header, shortened(row))};
      }
    } catch (const LineError& error) {
      throw InputError(fmt::format("{}:{}:{}: {}", path, line, error.column, error.text));
    }
    begun = true;
  }
  try {
    if (answers) answers->put_into(t);
  } catch (const LineError& error) {
    throw InputError(fmt::format("{}: {}", path, error.text));
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}", path, error.what()));
  }
  if (t.rows.empty()) throw InputError(fmt::format("{}: expected a table with at least one row, found none", path));
  return t;
}

}  // namespace hallmark::cli
