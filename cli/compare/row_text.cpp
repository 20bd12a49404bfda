#include "cli/compare/row_text.hpp"

#include <fmt/format.h>

#include <set>

#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Reads one flat JSON object by hand: a general parser would round the numbers and refuse NaN.
class RowParser {
 public:
  explicit RowParser(std::string_view line) : line_(line) {}

  RowText parse() {
    RowText row;
    expect('{');
    if (!take('}')) {
      do {
        member(row);
      } while (take(','));
      expect('}');
    }
    skip_blanks();
    if (at_ != line_.size()) refuse("the end of the line");
    return row;
  }

 private:
  [[noreturn]] void refuse(std::string_view expected) const {
    constexpr std::size_t shown = 40;
    throw LineError{at_ + 1, fmt::format("expected {}, found {}", expected,
                                         at_ < line_.size() ? fmt::format("\"{}\"", line_.substr(at_, shown))
                                                            : "the end of the line")};
  }
  void skip_blanks() {
    while (at_ < line_.size() && (is_blank(line_[at_]) || line_[at_] == '\r')) ++at_;
  }
  bool take(char c) {
    skip_blanks();
    if (at_ == line_.size() || line_[at_] != c) return false;
    ++at_;
    return true;
  }
  void expect(char c) {
    if (!take(c)) refuse(fmt::format("'{}'", c));
  }

  void member(RowText& row) {
    skip_blanks();
    const std::size_t key_at = at_;
    const std::string key = string();
    std::optional<Field>* const slot = slot_of(row, key);
    if (slot == nullptr || !seen_.insert(slot).second) {
      at_ = key_at;
      refuse(slot == nullptr ? "one of the members id, value, kind, seconds, skip" : "each member once");
    }
    expect(':');
    skip_blanks();
    Field field;
    field.column = at_ + 1;
    const bool is_text = at_ < line_.size() && line_[at_] == '"';
    field.text = is_text ? string() : word();
    if (!is_text && field.text == "null") {
      if (slot == &row.value) *slot = Field{"", field.column};  // nothing where a number belongs
      return;                                                   // elsewhere as if left out
    }
    const bool may_be_number = slot == &row.value || slot == &row.seconds;
    if (!is_text && (!may_be_number || field.text == "true" || field.text == "false")) {
      at_ = field.column - 1;
      refuse(may_be_number ? "a string or a number" : "a string");
    }
    *slot = std::move(field);
  }

  static std::optional<Field>* slot_of(RowText& row, std::string_view key) {
    if (key == "id") return &row.id;
    if (key == "value") return &row.value;
    if (key == "kind") return &row.kind;
    if (key == "seconds") return &row.seconds;
    if (key == "skip") return &row.skip;
    return nullptr;
  }

  // A number or one of the words; whether it is a number is for the reader of numbers to say.
  std::string word() {
    const std::size_t begin = at_;
    while (at_ < line_.size()) {
      const char c = line_[at_];
      const bool letter = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
      if (!letter && c != '+' && c != '-' && c != '.') break;
      ++at_;
    }
    if (at_ == begin) refuse("a string or a number");
    return std::string(line_.substr(begin, at_ - begin));
  }

  std::string string() {
    if (at_ == line_.size() || line_[at_] != '"') refuse("'\"'");
    ++at_;
    std::string out;
    while (at_ < line_.size() && line_[at_] != '"') {
      const char c = line_[at_];
      if (static_cast<unsigned char>(c) < ' ') refuse("a printable character");
      if (c == '\\') {
        escape(out);
      } else {
        out += c;
        ++at_;
      }
    }
    if (at_ == line_.size()) refuse("the closing '\"'");
    ++at_;
    return out;
  }

  void escape(std::string& out) {
    constexpr std::string_view names = "\"\\/bfnrt";
    constexpr std::string_view meanings = "\"\\/\b\f\n\r\t";
    const char c = at_ + 1 < line_.size() ? line_[at_ + 1] : '\0';
    if (c == 'u') {
      out += unicode();
      return;
    }
    const std::size_t which = c == '\0' ? std::string_view::npos : names.find(c);
    if (which == std::string_view::npos) refuse("an escape of JSON");
    out += meanings[which];
    at_ += 2;
  }

  // \u0041; beyond ASCII a question mark, since no member has a meaning there.
  char unicode() {
    constexpr std::size_t digits = 4;
    constexpr unsigned ascii_end = 0x80;
    unsigned code = 0;
    for (std::size_t i = 0; i < digits; ++i) {
      const std::size_t at = at_ + 2 + i;
      const char c = at < line_.size() ? line_[at] : '\0';
      const bool decimal = c >= '0' && c <= '9';
      const char letter = static_cast<char>(c | 0x20);
      if (!decimal && (letter < 'a' || letter > 'f')) refuse("four hexadecimal digits after \\u");
      code = code * 16 + static_cast<unsigned>(decimal ? c - '0' : letter - 'a' + 10);
    }
    at_ += 2 + digits;
    return code >= ' ' && code < ascii_end ? static_cast<char>(code) : '?';
  }

  std::string_view line_;
  std::size_t at_ = 0;
  std::set<const void*> seen_;  // members of the row
};

}  // namespace

void split_record(std::string_view line, char separator, std::vector<Field>& fields) {
  std::size_t count = 0;
  std::size_t at = 0;
  for (;;) {
    while (at < line.size() && is_blank(line[at])) ++at;
    if (count == fields.size()) fields.emplace_back();  // the strings of the line before are used again
    Field& field = fields[count++];
    field.text.clear();
    field.column = at + 1;
    if (at < line.size() && line[at] == '"') {
      for (++at;; ++at) {
        if (at == line.size()) throw LineError{field.column, "expected a closing quote on this line, found none"};
        if (line[at] == '"') {
          ++at;
          if (at == line.size() || line[at] != '"') break;
        }
        field.text += line[at];
      }
      while (at < line.size() && is_blank(line[at])) ++at;
      if (at != line.size() && line[at] != separator) {
        throw LineError{at + 1, fmt::format("expected '{}' after the closing quote, found '{}'", separator, line[at])};
      }
    } else {
      const std::size_t end = std::min(line.find(separator, at), line.size());
      std::size_t last = end;
      while (last > at && is_blank(line[last - 1])) --last;
      field.text.assign(line.substr(at, last - at));
      at = end;
    }
    if (at == line.size()) break;
    ++at;
  }
  fields.resize(count);
}

RowText parse_json_row(std::string_view line) { return RowParser(line).parse(); }

}  // namespace hallmark::cli
