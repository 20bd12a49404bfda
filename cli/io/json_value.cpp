#include "cli/io/json_value.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

using Json = nlohmann::ordered_json;

// Walks a text that is known to be JSON to where the value of a pointer begins.
class Walker {
 public:
  explicit Walker(std::string_view text) : text_(text) {}

  std::size_t find(const Json& root, const Json::json_pointer& pointer) {
    std::vector<std::string> steps;  // the last one first
    for (Json::json_pointer rest = pointer; !rest.empty(); rest.pop_back()) steps.push_back(rest.back());
    const Json* value = &root;
    at_ = std::min(text_.find_first_not_of(" \t\r\n\xEF\xBB\xBF"), text_.size());  // a byte order mark too
    for (; !steps.empty(); steps.pop_back()) {
      const auto index = value->is_object() ? std::distance(value->begin(), value->find(steps.back()))
                                            : static_cast<std::ptrdiff_t>(std::stoul(steps.back()));
      enter(index, value->is_object());
      value = &*std::next(value->begin(), index);
    }
    return at_;
  }

 private:
  void skip_blanks() { at_ = std::min(text_.find_first_not_of(" \t\r\n", at_), text_.size()); }
  // From an opening bracket to the value of its member or element with this index.
  void enter(std::ptrdiff_t index, bool object) {
    ++at_;
    for (; index > 0; --index) {
      skip_to(',');
      ++at_;
    }
    if (object) {
      skip_to(':');
      ++at_;
    }
    skip_blanks();
  }
  // To the next `wanted` outside of strings and brackets.
  void skip_to(char wanted) {
    for (long depth = 0; at_ < text_.size() && (depth > 0 || text_[at_] != wanted); ++at_) {
      const char c = text_[at_];
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      if (c == '"') skip_string();
    }
  }
  // To the closing quote.
  void skip_string() {
    for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
      if (text_[at_] == '\\') ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

std::string in_short(const Json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array() && value.empty()) return "an empty array";
  if (value.is_array()) return fmt::format("an array of {}", value.size());
  if (value.is_string()) return fmt::format("\"{}\"", shortened(value.get_ref<const std::string&>()));
  return value.dump();
}

// Of well-formed UTF-8.
std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

std::string listed(std::initializer_list<std::string_view> words) {
  if (words.size() == 1) return fmt::format("\"{}\"", *words.begin());
  return fmt::format("one of {}", fmt::join(words, ", "));
}

// A step of a JSON pointer.
std::string escaped(std::string_view name) {
  std::string text = "/";
  for (char c : name) {
    if (c == '~' || c == '/') {
      text += c == '~' ? "~0" : "~1";
    } else {
      text += c;
    }
  }
  return text;
}

}  // namespace

void JsonValue::complain(std::string_view what) const {
  constexpr std::size_t longest_pointer = 200;
  const std::size_t at = Walker(file_->text_).find(file_->root_, Json::json_pointer(pointer_));
  throw InputError(fmt::format("{}{}{}{}", place(file_->path_, file_->text_, at), shortened(pointer_, longest_pointer),
                               pointer_.empty() ? "" : ": ", what));
}

void JsonValue::refuse(std::string_view expected, std::string_view found) const {
  complain(fmt::format("expected {}, found {}", expected, found));
}

void JsonValue::refuse(std::string_view expected) const { refuse(expected, in_short(*json_)); }

bool JsonValue::has(std::string_view name) const { return json_->is_object() && json_->contains(std::string(name)); }

void JsonValue::members(std::initializer_list<std::string_view> required,
                        std::initializer_list<std::string_view> optional) const {
  if (!json_->is_object()) refuse("an object");
  for (const std::string_view name : required) {
    if (!has(name)) refuse(fmt::format("a member \"{}\"", name), "none");
  }
  const auto among = [](std::initializer_list<std::string_view> names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const auto& [name, value] : json_->items()) {
    if (among(required, name) || among(optional, name)) continue;
    std::vector<std::string_view> known(required);
    known.insert(known.end(), optional.begin(), optional.end());
    at(name).refuse(fmt::format("no members but {}", fmt::join(known, ", ")), fmt::format("\"{}\"", shortened(name)));
  }
}

JsonValue JsonValue::at(std::string_view name) const {
  return {*file_, json_->at(std::string(name)), pointer_ + escaped(name)};
}

void JsonValue::each_member(const TextForm& names, std::size_t most,
                            const std::function<void(const std::string&, const JsonValue&)>& use) const {
  if (!json_->is_object()) refuse("an object");
  if (json_->size() > most) refuse(fmt::format("at most {} members", most), std::to_string(json_->size()));
  for (const auto& [name, value] : json_->items()) {
    const JsonValue member = at(name);
    if (!names.fits(name)) {
      member.refuse(fmt::format("a name that is {}", names.words), fmt::format("\"{}\"", shortened(name)));
    }
    use(name, member);
  }
}

void JsonValue::each_element(std::size_t least, std::size_t most,
                             const std::function<void(const JsonValue&)>& use) const {
  if (!json_->is_array() || json_->size() < least || json_->size() > most) {
    refuse(least == most ? fmt::format("an array of {}", least) : fmt::format("an array of {} to {}", least, most));
  }
  std::size_t index = 0;
  for (const Json& element : *json_) use({*file_, element, fmt::format("{}/{}", pointer_, index++)});
}

const std::string& JsonValue::text(std::size_t longest) const {
  if (!json_->is_string()) refuse("a string (numbers too are strings, so that they stay exact)");
  const auto& found = json_->get_ref<const std::string&>();
  if (found.empty() || characters(found) > longest) refuse(fmt::format("a string of 1 to {} characters", longest));
  return found;
}

const std::string& JsonValue::text(const TextForm& form) const {
  if (!json_->is_string() || !form.fits(json_->get_ref<const std::string&>())) {
    refuse(fmt::format("a string: {}", form.words));
  }
  return json_->get_ref<const std::string&>();
}

const std::string& JsonValue::one_of(std::initializer_list<std::string_view> words) const {
  const bool known =
      json_->is_string() && std::find(words.begin(), words.end(), json_->get_ref<const std::string&>()) != words.end();
  if (!known) refuse(listed(words));
  return json_->get_ref<const std::string&>();
}

std::int64_t JsonValue::integer(std::int64_t least, std::int64_t most) const {
  // What is not negative was read as unsigned, what is beyond 64 bits as a floating-point number.
  const bool above = json_->is_number_unsigned() && json_->get<std::uint64_t>() > static_cast<std::uint64_t>(most);
  if (!json_->is_number_integer() || above || json_->get<std::int64_t>() < least) {
    refuse(fmt::format("an integer from {} to {}", least, most));
  }
  return json_->get<std::int64_t>();
}

JsonValue JsonFile::top(std::string_view name) const {
  const JsonValue value = top();
  if (!value.has("schema")) value.refuse(fmt::format("an object with \"schema\": \"{}\"", name));
  const JsonValue schema = value.at("schema");
  const auto family = name.substr(0, name.find_last_not_of("0123456789") + 1);
  if (schema.json().is_string() && schema.json() != std::string(name) &&
      schema.json().get_ref<const std::string&>().starts_with(family)) {
    schema.refuse(fmt::format("\"{}\", the version that this program reads", name));
  }
  schema.one_of({name});
  return value;
}

}  // namespace hallmark::cli
