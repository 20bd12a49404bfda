#include "cli/io/strict_json.hpp"

#include <fmt/format.h>

#include <set>
#include <vector>

#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

using Json = nlohmann::ordered_json;

// Counts the bytes that the parser has taken, so that errors of meaning have a place too.
class CountingIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  CountingIterator(const char* at, std::size_t* count) : at_(at), count_(count) {}
  reference operator*() const { return *at_; }
  CountingIterator& operator++() {
    ++at_;
    ++*count_;
    return *this;
  }
  CountingIterator operator++(int) {
    const CountingIterator before = *this;
    ++*this;
    return before;
  }
  [[maybe_unused]] friend bool operator==(const CountingIterator& a, const CountingIterator& b) {
    return a.at_ == b.at_;
  }
  friend bool operator!=(const CountingIterator& a, const CountingIterator& b) { return a.at_ != b.at_; }

 private:
  const char* at_;
  std::size_t* count_;
};

// Builds the tree and refuses what the library would let pass.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder(std::string_view path, std::string_view text, const JsonLimits& limits, const std::size_t& position)
      : path_(path), text_(text), limits_(limits), position_(position) {}

  [[nodiscard]] Json result() { return std::move(root_); }

  bool null() override { return put(Json(nullptr)); }
  bool boolean(bool value) override { return put(Json(value)); }
  bool number_integer(number_integer_t value) override { return put_number(value, std::to_string(value)); }
  bool number_unsigned(number_unsigned_t value) override { return put_number(value, std::to_string(value)); }
  bool number_float(number_float_t value, const string_t& written) override { return put_number(value, written); }
  bool string(string_t& value) override {
    check_length(value);
    return put(Json(std::move(value)));
  }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(Json::object()); }
  bool end_object() override { return close(); }
  bool start_array(std::size_t) override { return open(Json::array()); }
  bool end_array() override { return close(); }
  bool key(string_t& name) override {
    check_length(name);
    count();
    if (!open_.back().keys.insert(name).second) {
      refuse(fmt::format("expected each key once, found \"{}\" again", shortened(name)));
    }
    open_.back().key = std::move(name);
    return true;
  }
  bool parse_error(std::size_t position, const std::string& token, const nlohmann::detail::exception& error) override {
    const std::string at = place(path_, text_, position == 0 ? 0 : position - 1);
    std::string words = error.what();
    if (words.find("UTF-8") != std::string::npos) throw InputError(at + "expected UTF-8, found an ill-formed byte");
    // The library's own words after its place, which counts columns differently.
    const auto begin = words.find("syntax error");
    if (begin != std::string::npos) words = words.substr(begin);
    constexpr std::size_t sentence = 200;
    throw InputError(at + "expected JSON, found \"" + shortened(token) + "\": " + shortened(words, sentence));
  }

 private:
  struct Open {
    Json value;
    std::string key = {};
    std::set<std::string> keys = {};
  };

  [[noreturn]] void refuse(const std::string& what) const { throw InputError(place(path_, text_, position_) + what); }
  void count() {
    if (++count_ > limits_.values) refuse(fmt::format("expected at most {} values", limits_.values));
  }
  void check_length(const std::string& s) const {
    if (s.size() > limits_.string_length) {
      refuse(fmt::format("expected strings of at most {} bytes, found one of {}", limits_.string_length, s.size()));
    }
  }
  bool open(Json empty) {
    count();
    if (open_.size() >= limits_.depth) refuse(fmt::format("expected nesting of at most {} levels", limits_.depth));
    open_.push_back({std::move(empty)});
    return true;
  }
  bool close() {
    Json finished = std::move(open_.back().value);
    open_.pop_back();
    return place_value(std::move(finished));
  }
  template <typename Value>
  bool put_number(Value value, std::string written) {
    if (!limits_.numbers_as_text) return put(Json(value));
    return string(written);
  }
  bool put(Json value) {
    count();
    return place_value(std::move(value));
  }
  bool place_value(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (open_.back().value.is_object()) {
      open_.back().value.push_back({std::move(open_.back().key), std::move(value)});
    } else {
      open_.back().value.push_back(std::move(value));
    }
    return true;
  }

  std::string_view path_;
  std::string_view text_;
  const JsonLimits& limits_;
  const std::size_t& position_;
  std::vector<Open> open_;
  Json root_;
  std::size_t count_ = 0;
};

}  // namespace

std::string place(std::string_view path, std::string_view text, std::size_t offset) {
  std::size_t line = 1;
  std::size_t column = 1;
  for (char c : text.substr(0, offset)) {
    if (c == '\n') {
      ++line;
      column = 1;
    } else {
      ++column;
    }
  }
  return fmt::format("{}:{}:{}: ", path, line, column);
}

nlohmann::ordered_json parse_json(std::string_view path, std::string_view text, const JsonLimits& limits) {
  if (text.empty()) throw InputError(fmt::format("{}:1:1: expected JSON, found an empty file", path));
  std::size_t position = 0;
  Builder builder(path, text, limits, position);
  const CountingIterator begin(text.data(), &position);
  const CountingIterator end(text.data() + text.size(), &position);
  Json::sax_parse(begin, end, &builder);
  return builder.result();
}

}  // namespace hallmark::cli
