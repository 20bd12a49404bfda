#include "cli/compare/results.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <vector>

#include "cli/io/files.hpp"
#include "cli/io/interrupt.hpp"
#include "cli/io/text_form.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

constexpr std::size_t chunk = 1U << 18;
constexpr std::size_t max_line = 1'100'000;  // a number of 10^6 digits fits
constexpr std::string_view header_words = "a header of id, value, kind and, if wanted, seconds";

[[noreturn]] void refuse_at(std::string_view path, std::size_t line, std::size_t column, std::string_view what) {
  throw InputError(fmt::format("{}:{}:{}: {}", path, line, column, what));
}

// Lines of a file, of bounded length, without their end.
class Lines {
 public:
  explicit Lines(const std::string& path) : path_(path == "-" ? "standard input" : path) {
    file_ = path == "-" ? STDIN_FILENO : ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file_ < 0) fail();
  }
  ~Lines() {
    if (file_ > STDIN_FILENO) ::close(file_);
  }
  Lines(const Lines&) = delete;
  Lines& operator=(const Lines&) = delete;

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::size_t number() const { return number_; }

  // False at the end; the line stays valid until the next call.
  bool next(std::string_view& line) {
    for (;;) {
      const std::size_t end = buffer_.find('\n', searched_);
      if (end != std::string::npos) return hand_out(end, end + 1, line);
      searched_ = buffer_.size();
      if (searched_ - begin_ > max_line) {
        refuse_at(path_, number_ + 1, 1,
                  fmt::format("expected a line of at most {} bytes, found a longer one", max_line));
      }
      if (ended_) return begin_ < buffer_.size() && hand_out(buffer_.size(), buffer_.size(), line);
      read_more();
    }
  }

 private:
  [[noreturn]] void fail() const {
    throw FileError(fmt::format("{}: cannot be read: {}", path_, std::strerror(errno)));
  }
  bool hand_out(std::size_t end, std::size_t next_begin, std::string_view& line) {
    line = std::string_view(buffer_).substr(begin_, end - begin_);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    begin_ = searched_ = next_begin;
    ++number_;
    return true;
  }
  void read_more() {
    buffer_.erase(0, begin_);
    searched_ -= begin_;
    begin_ = 0;
    const std::size_t size = buffer_.size();
    buffer_.resize(size + chunk);
    ssize_t got;
    do {
      got = ::read(file_, buffer_.data() + size, chunk);
    } while (got < 0 && errno == EINTR && !interrupt_flag());
    if (got < 0) fail();
    buffer_.resize(size + static_cast<std::size_t>(got));
    ended_ = got == 0;
  }

  std::string path_;
  int file_ = -1;
  std::string buffer_;
  std::size_t begin_ = 0;
  std::size_t searched_ = 0;
  std::size_t number_ = 0;
  bool ended_ = false;
};

// Where the members of a CSV record stand.
struct Columns {
  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  char separator = ',';
  std::size_t count = 0;
  std::size_t id = none, value = none, kind = none, seconds = none;
};

Columns read_header(std::string_view line, std::optional<Side> default_side) {
  Columns columns;
  if (line.find(';') != std::string_view::npos && line.find(',') == std::string_view::npos) columns.separator = ';';
  std::vector<Field> fields;
  split_record(line, columns.separator, fields);
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const std::string& name = fields[i].text;
    std::size_t* const slot = name == "id"        ? &columns.id
                              : name == "value"   ? &columns.value
                              : name == "kind"    ? &columns.kind
                              : name == "seconds" ? &columns.seconds
                                                  : nullptr;
    if (slot == nullptr || *slot != Columns::none) {
      throw LineError{fields[i].column, fmt::format("expected {}, each once, separated by ',' or ';', found \"{}\"",
                                                    header_words, shortened(name))};
    }
    *slot = i;
  }
  columns.count = fields.size();
  if (columns.id == Columns::none || columns.value == Columns::none) {
    throw LineError{1, fmt::format("expected {}, found \"{}\"", header_words, shortened(line))};
  }
  if (columns.kind == Columns::none && !default_side) {
    throw LineError{1, "expected a column kind (upper, lower, estimate) or the option --kind, found neither"};
  }
  return columns;
}

class RowReader {
 public:
  RowReader(Lines& lines, std::optional<Side> default_side, const std::function<void(const ResultRow&)>& use)
      : default_side_(default_side), use_(use) {
    row_.path = lines.path();
  }

  void csv(std::string_view line, const Columns& columns, std::size_t number) {
    split_record(line, columns.separator, fields_);
    if (fields_.size() != columns.count) {
      const bool more = fields_.size() > columns.count;
      throw LineError{more ? fields_[columns.count].column : line.size() + 1,
                      fmt::format("expected {} fields, found {}", columns.count, fields_.size())};
    }
    row_.id = fields_[columns.id];
    row_.value = fields_[columns.value];
    const Field* const kind = columns.kind == Columns::none ? nullptr : &fields_[columns.kind];
    finish(kind, columns.seconds == Columns::none ? nullptr : &fields_[columns.seconds], number);
  }

  void json(std::string_view line, std::size_t number) {
    RowText text = parse_json_row(line);
    if (!text.id) throw LineError{1, "expected a member id, found none"};
    if (!text.value && !text.skip) throw LineError{1, "expected a member value or skip, found neither"};
    row_.id = std::move(*text.id);
    row_.value = text.value ? std::move(*text.value) : Field{};
    row_.skip = text.skip ? std::optional(std::move(text.skip->text)) : std::nullopt;
    finish(text.kind ? &*text.kind : nullptr, text.seconds ? &*text.seconds : nullptr, number);
  }

 private:
  void finish(const Field* kind, const Field* seconds, std::size_t number) {
    row_.line = number;
    if (!hexadecimal_32.fits(row_.id.text)) {
      throw LineError{row_.id.column,
                      fmt::format("expected an id of 32 hexadecimal digits, found \"{}\"", shortened(row_.id.text))};
    }
    row_.seconds.clear();
    if (seconds != nullptr && !seconds->text.empty()) {
      if (!read_nonnegative(seconds->text)) {
        throw LineError{seconds->column,
                        fmt::format("expected a number of seconds, found \"{}\"", shortened(seconds->text))};
      }
      row_.seconds = seconds->text;
    }
    std::optional<Side> side = default_side_;
    if (kind != nullptr && !kind->text.empty()) {
      side = side_of(kind->text);
      if (!side) {
        throw LineError{kind->column,
                        fmt::format("expected upper, lower or estimate, found \"{}\"", shortened(kind->text))};
      }
    }
    if (!side && !row_.skip) {
      throw LineError{kind != nullptr ? kind->column : 1,
                      "expected a kind (upper, lower, estimate) or the option --kind, found neither"};
    }
    row_.side = side.value_or(Side::estimate);
    use_(row_);
  }

  std::optional<Side> default_side_;
  const std::function<void(const ResultRow&)>& use_;
  ResultRow row_;
  std::vector<Field> fields_;
};

}  // namespace

void ResultRow::refuse(std::size_t column, std::string_view what) const { refuse_at(path, line, column, what); }

void read_results(const std::string& path, std::optional<Side> default_side,
                  const std::function<void(const ResultRow&)>& use) {
  constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
  Lines lines(path);
  RowReader reader(lines, default_side, use);
  std::optional<Columns> columns;
  bool json = false;
  std::string_view line;
  std::size_t skipped_bytes = 0;  // of a byte order mark: columns count from the start of the line
  try {
    while (lines.next(line)) {
      if (interrupt_flag()) return;
      skipped_bytes = 0;
      if (lines.number() == 1 && line.starts_with(byte_order_mark)) {
        skipped_bytes = byte_order_mark.size();
        line.remove_prefix(skipped_bytes);
      }
      if (line.find_first_not_of(" \t\r") == std::string_view::npos) continue;
      if (const std::size_t zero = line.find('\0'); zero != std::string_view::npos) {
        throw LineError{zero + 1, "expected UTF-8 text, found a zero byte (UTF-16?)"};
      }
      if (!columns && !json) {
        if (line[line.find_first_not_of(" \t")] != '{') {
          columns = read_header(line, default_side);
          continue;
        }
        json = true;
      }
      if (json) {
        reader.json(line, lines.number());
      } else {
        reader.csv(line, *columns, lines.number());
      }
    }
  } catch (const LineError& error) {
    refuse_at(lines.path(), lines.number(), error.column + skipped_bytes, error.text);
  }
  if (!columns && !json) refuse_at(lines.path(), 1, 1, fmt::format("expected {}, found an empty file", header_words));
}

}  // namespace hallmark::cli
