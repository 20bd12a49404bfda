#include "statement/reader.hpp"

#include <algorithm>

#include "numbers/sha256.hpp"

namespace hallmark::check {

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> all;
  for (std::size_t end = 0; end != std::string_view::npos;) {
    end = text.find(separator);
    all.push_back(text.substr(0, end));
    if (end != std::string_view::npos) text.remove_prefix(end + 1);
  }
  return all;
}

Reader::Reader(std::string_view bytes) {
  if (bytes.size() > kMaxFileBytes) throw Malformed{0, "at most " + std::to_string(kMaxFileBytes) + " bytes"};
  const std::string_view whole = bytes;
  while (!bytes.empty()) {
    const std::size_t line = lines_.size() + 1;
    if (line > kMaxLines) throw Malformed{line, "at most " + std::to_string(kMaxLines) + " lines"};
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) throw Malformed{line, "a line feed at the end of the line"};
    if (end > kMaxLineBytes) throw Malformed{line, "at most " + std::to_string(kMaxLineBytes) + " bytes in a line"};
    lines_.push_back(bytes.substr(0, end));
    if (!std::all_of(lines_.back().begin(), lines_.back().end(), [](char c) { return c >= ' ' && c <= '~'; })) {
      throw Malformed{line, "bytes 0x20 to 0x7e and line feeds only"};
    }
    bytes.remove_prefix(end + 1);
  }
  if (lines_.empty()) throw Malformed{1, "the lines of FORMAT.md section 3"};
  const std::size_t sealed = whole.size() - lines_.back().size() - 1;
  if (lines_.back() != "sha256 " + sha256(whole.substr(0, sealed))) {
    throw Malformed{lines_.size(), "`sha256` and the digest of the bytes above, and nothing after it"};
  }
  lines_.pop_back();
}

void Reader::exactly(std::string_view text) {
  const bool same = peek() == prefix_ + std::string(text);
  ++at_;
  if (!same) fail("`" + prefix_ + std::string(text) + "`");
}

std::string_view Reader::rest(std::string_view head) {
  const std::string start = prefix_ + std::string(head) + " ";
  const std::string_view line = peek();
  ++at_;
  if (!line.starts_with(start)) fail("`" + start + "...`");
  return line.substr(start.size());
}

std::vector<std::string_view> Reader::words(std::string_view head) { return split(rest(head), ' '); }

std::size_t Reader::place_of(std::string_view head, const std::vector<std::string_view>& words) {
  const std::string_view found = rest(head);
  std::string expected = "`" + prefix_ + std::string(head) + "` and one of";
  for (const std::string_view word : words) expected += " " + std::string(word);
  return to_one_of<std::size_t>(found, words, expected);
}

Number Reader::number(std::string_view head) {
  const std::optional<Number> value = parse_number(rest(head));
  if (!value) fail("`" + prefix_ + std::string(head) + "` and a number in canonical form");
  return *value;
}

Rational Reader::rational(std::string_view head) { return to_rational(rest(head)); }

Integer Reader::integer(std::string_view head, const Integer& least, const Integer& most) {
  return to_integer(rest(head), least, most);
}

Rational Reader::to_rational(std::string_view word) const {
  const std::optional<Number> value = parse_number(word);
  if (!value || value->kind != Number::Kind::rational) fail("a rational in canonical form");
  if (value->argument.bits() > kMaxSteeringBits) {
    throw Rejected{"witness", "a rational: must have at most " + std::to_string(kMaxSteeringBits) + " bits"};
  }
  return value->argument;
}

Integer Reader::to_integer(std::string_view word, const Integer& least, const Integer& most) const {
  const std::optional<Integer> value = parse_integer(word);
  if (!value || *value < least || *value > most) fail("an integer from " + least.text() + " to " + most.text());
  return *value;
}

}  // namespace hallmark::check
