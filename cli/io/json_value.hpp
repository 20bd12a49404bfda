// A value of a JSON file that knows its place there: what strict readers ask of it, and how it is refused.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "cli/io/strict_json.hpp"
#include "cli/io/text_form.hpp"

namespace hallmark::cli {

class JsonFile;

/// Characters of a number in a file: one of 10^6 digits fits.
inline constexpr std::size_t longest_number = 1'000'100;

/// Every question throws InputError "path:line:column: /json/pointer: expected X, found Y" where the answer is no.
class JsonValue {
 public:
  [[nodiscard]] const nlohmann::ordered_json& json() const { return *json_; }
  [[nodiscard]] bool is_null() const { return json_->is_null(); }
  [[nodiscard]] bool has(std::string_view name) const;

  /// An object with all of `required`, any of `optional` and nothing else.
  void members(std::initializer_list<std::string_view> required,
               std::initializer_list<std::string_view> optional = {}) const;
  /// A member of the object.
  [[nodiscard]] JsonValue at(std::string_view name) const;
  /// Calls `use` for each of at most `most` members, whose names have that form.
  void each_member(const TextForm& names, std::size_t most,
                   const std::function<void(const std::string& name, const JsonValue&)>& use) const;
  /// Calls `use` for each element of an array of `least` to `most`.
  void each_element(std::size_t least, std::size_t most, const std::function<void(const JsonValue&)>& use) const;

  /// A string of one to `longest` characters.
  [[nodiscard]] const std::string& text(std::size_t longest) const;
  [[nodiscard]] const std::string& text(const TextForm& form) const;
  /// One of these strings.
  const std::string& one_of(std::initializer_list<std::string_view> words) const;
  /// An integer, written without point or exponent.
  [[nodiscard]] std::int64_t integer(std::int64_t least, std::int64_t most) const;

  /// Throws `what` with the value's place.
  [[noreturn]] void complain(std::string_view what) const;
  /// Throws "expected `expected`, found " and the value in short.
  [[noreturn]] void refuse(std::string_view expected) const;
  [[noreturn]] void refuse(std::string_view expected, std::string_view found) const;

 private:
  friend class JsonFile;
  JsonValue(const JsonFile& file, const nlohmann::ordered_json& json, std::string pointer)
      : file_(&file), json_(&json), pointer_(std::move(pointer)) {}

  const JsonFile* file_;
  const nlohmann::ordered_json* json_;
  std::string pointer_;  // RFC 6901
};

/// A file read whole. `text` must outlive it, and it its values.
/// Domain:    as parse_json
class JsonFile {
 public:
  JsonFile(std::string_view path, std::string_view text, const JsonLimits& limits = {})
      : path_(path), text_(text), root_(parse_json(path, text, limits)) {}
  JsonFile(const JsonFile&) = delete;
  JsonFile& operator=(const JsonFile&) = delete;

  [[nodiscard]] JsonValue top() const { return {*this, root_, ""}; }
  /// The top value, an object whose member "schema" is `name`; another version of it is refused by its name.
  [[nodiscard]] JsonValue top(std::string_view name) const;
  [[nodiscard]] nlohmann::ordered_json take() { return std::move(root_); }

 private:
  friend class JsonValue;
  std::string_view path_;
  std::string_view text_;
  nlohmann::ordered_json root_;
};

}  // namespace hallmark::cli
