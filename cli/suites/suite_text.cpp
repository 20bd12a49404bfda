#include "cli/suites/suite_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <deque>
#include <functional>
#include <map>
#include <optional>
#include <tuple>

#include "exact/error.hpp"
#include "exact/rational.hpp"

namespace hallmark::cli {
namespace {

struct WrittenLine {
  std::size_t indent;
  std::string_view text;
};

// The lines with those that go on joined to them; what they are parts of lives as long as the program.
std::vector<WrittenLine> logical_lines(std::string_view text) {
  static std::deque<std::string> kept;
  std::vector<std::pair<std::size_t, std::string>> lines;
  bool in_group = false;
  bool in_loop = false;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    const std::string_view line = text.substr(at, end - at);
    at = end + 1;
    const std::size_t indent = line.find_first_not_of(' ');
    if (indent == std::string_view::npos || line[indent] == '#') continue;
    const std::string_view rest = line.substr(indent);
    const bool begins = indent == 0 || (in_group && (indent == 2 || (indent == 4 && in_loop)));
    if (!begins) {
      require(!lines.empty(), "a text of suites begins in the first column");
      lines.back().second += " ";
      lines.back().second += rest;
      continue;
    }
    lines.emplace_back(indent, rest);
    if (indent == 0) in_group = rest.starts_with("group ") || rest.starts_with("flag ");
    if (indent <= 2) in_loop = indent == 2 && rest.starts_with("for ");
  }
  std::vector<WrittenLine> result;
  for (auto& [indent, line] : lines) result.push_back({indent, kept.emplace_back(std::move(line))});
  return result;
}

// Reads a line word by word.
class Words {
 public:
  explicit Words(std::string_view text) : rest_(text) { skip(); }
  [[nodiscard]] bool done() const { return rest_.empty(); }
  [[nodiscard]] std::string_view rest() const { return rest_; }
  [[nodiscard]] bool next_is(char c) const { return rest_.starts_with(c); }
  bool take(std::string_view word) {
    if (!rest_.starts_with(word) || (rest_.size() > word.size() && rest_[word.size()] != ' ')) return false;
    rest_.remove_prefix(word.size());
    skip();
    return true;
  }
  // A word, or what stands between quotation marks; it ends before one of `marks`.
  std::string_view word(std::string_view marks = "") {
    const bool quoted = next_is('"');
    if (quoted) rest_.remove_prefix(1);
    const std::size_t end =
        quoted ? rest_.find('"') : std::min(rest_.find_first_of(" " + std::string(marks)), rest_.size());
    require(end != std::string_view::npos && (quoted || end > 0), "a word of a suite");
    const std::string_view found = rest_.substr(0, end);
    rest_.remove_prefix(end + (quoted ? 1 : 0));
    skip();
    return found;
  }
  bool mark(char c) {
    if (!next_is(c)) return false;
    rest_.remove_prefix(1);
    skip();
    return true;
  }
  long number() {
    const std::string_view text = word();
    long value = 0;
    require(std::from_chars(text.data(), text.data() + text.size(), value).ptr == text.data() + text.size(),
            "a number of a suite");
    return value;
  }

 private:
  void skip() { rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size())); }
  std::string_view rest_;
};

// Values of one name, or of several that go together.
struct Choice {
  std::vector<std::string_view> names;
  std::vector<std::vector<std::string_view>> rows;
};

Choice choice(Words& words) {
  Choice c;
  if (words.mark('(')) {
    while (!words.mark(')')) c.names.push_back(words.word(")"));
  } else {
    c.names.push_back(words.word());
  }
  if (!words.mark('{')) {
    c.rows = {{words.word()}};
    return c;
  }
  std::vector<std::string_view> row;
  while (!words.mark('}')) {
    if (!words.mark(';')) row.push_back(words.word(c.names.size() > 1 ? ";}" : "}"));
    if (row.size() == c.names.size()) c.rows.push_back(std::exchange(row, {}));
  }
  require(row.empty() && !c.rows.empty(), "as many values as names");
  return c;
}

using Written = std::map<std::string_view, std::string_view>;

template <typename Use>
void for_all(std::span<const Choice> choices, Written& so_far, const Use& use) {
  if (choices.empty()) return use();
  for (const auto& row : choices.front().rows) {
    for (std::size_t i = 0; i < row.size(); ++i) so_far[choices.front().names[i]] = row[i];
    for_all(choices.subspan(1), so_far, use);
  }
  for (const std::string_view name : choices.front().names) so_far.erase(name);
}

// "1/1024" for 2^-10, "ln(1023/1024)" for ln(1-2^-10).
std::string value(std::string_view written) {
  const std::size_t power = written.find("2^-");
  if (power == std::string_view::npos) return std::string(written);
  if (written.starts_with("ln(")) return fmt::format("ln({})", value(written.substr(3, written.size() - 4)));
  const Rational small = pow(Rational(2), -Words(written.substr(power + 3)).number());
  if (power == 0) return small.to_string();
  const Rational base{std::string(written.substr(0, power - 1))};
  return (written[power - 1] == '-' ? base - small : base + small).to_string();
}

std::string filled(std::string_view comment, const Written& written) {
  std::string text;
  while (!comment.empty()) {
    const std::size_t open = std::min(comment.find('{'), comment.size());
    text += comment.substr(0, open);
    comment.remove_prefix(open);
    if (comment.empty()) break;
    const std::size_t close = comment.find('}');
    text += written.at(comment.substr(1, close - 1));
    comment.remove_prefix(close + 1);
  }
  return text;
}

// What stands before [..] at the end, and the words in it.
std::pair<std::string_view, std::vector<std::string_view>> with_flags(std::string_view text) {
  std::vector<std::string_view> flags;
  if (!text.ends_with(']')) return {text, flags};
  const std::size_t open = text.rfind('[');
  for (Words words(text.substr(open + 1, text.size() - open - 2)); !words.done();) flags.push_back(words.word());
  text = text.substr(0, open);
  return {text.substr(0, text.find_last_not_of(' ') + 1), flags};
}

class GroupReader {
 public:
  explicit GroupReader(Group& group, std::string_view with) : group_(group) {
    for (Words words(with); !words.done();) base_.push_back(choice(words));
  }

  void line(const WrittenLine& line) {
    Words words(line.text);
    if (line.indent == 2) close_loop();
    if (words.take("mark") || words.take("smoke") || words.take("certified")) {
      mark(line.text);
    } else if (words.take("for")) {
      while (!words.done()) loop_.push_back(choice(words));
    } else if (loop_.empty()) {
      add({}, std::span(&line, 1));
    } else {
      inner_.push_back(line);
    }
  }

  void close_loop() {
    if (!loop_.empty()) add(std::exchange(loop_, {}), std::exchange(inner_, {}));
  }

 private:
  void add(const std::vector<Choice>& loop, std::span<const WrittenLine> lines) {
    std::vector<Choice> outer = base_;
    outer.insert(outer.end(), loop.begin(), loop.end());
    Written written;
    for_all(outer, written, [&] {
      for (const WrittenLine& line : lines) add(line.text, written);
    });
  }

  void add(std::string_view line, Written& written) {
    const std::size_t colon = line.starts_with(": ") ? 0 : line.find(" : ");
    require(colon != std::string_view::npos, "a line of a suite has a reason");
    std::vector<Choice> choices;
    for (Words words(line.substr(0, colon)); !words.done();) choices.push_back(choice(words));
    const auto [comment, flags] = with_flags(line.substr(colon == 0 ? 2 : colon + 3));
    for_all(choices, written, [&, comment = comment, flags = flags] {
      Case c{{}, filled(comment, written), flags};
      for (const auto& [name, text] : written) c.parameters[std::string(name)] = value(text);
      group_.cases.push_back(std::move(c));
    });
  }

  void mark(std::string_view line) {
    Words words(line);
    const std::string_view kind = words.word();
    const std::string_view flag = kind == "mark" ? words.word() : "";
    const auto chosen = where(words);
    for (std::size_t i = 0; i < group_.cases.size(); ++i) {
      Case& c = group_.cases[i];
      if (!chosen(i + 1, c)) continue;
      if (kind == "smoke") c.smoke = true;
      if (kind == "certified") c.certified = true;
      if (kind == "mark") c.flags.push_back(flag);
    }
  }

  using Where = std::function<bool(std::size_t, const Case&)>;
  static Where where(Words& words) {
    if (words.take("*")) return [](std::size_t, const Case&) { return true; };
    if (words.take("at")) {
      std::vector<long> numbers;
      while (!words.done()) numbers.push_back(words.number());
      return [numbers](std::size_t i, const Case&) {
        return std::find(numbers.begin(), numbers.end(), static_cast<long>(i)) != numbers.end();
      };
    }
    if (words.take("from")) {
      const auto first = static_cast<std::size_t>(words.number());
      require(words.take("every"), "from N every N");
      const auto step = static_cast<std::size_t>(words.number());
      return [first, step](std::size_t i, const Case&) { return i >= first && (i - first) % step == 0; };
    }
    std::vector<Choice> choices;
    while (!words.done()) choices.push_back(choice(words));
    return [choices](std::size_t, const Case& c) {
      return std::all_of(choices.begin(), choices.end(), [&](const Choice& among) {
        const auto own = c.parameters.find(std::string(among.names.front()));
        return own != c.parameters.end() && std::any_of(among.rows.begin(), among.rows.end(), [&](const auto& row) {
                 return value(row.front()) == own->second;
               });
      });
    };
  }

  Group& group_;
  std::vector<Choice> base_, loop_;
  std::vector<WrittenLine> inner_;
};

// The group of its first line, and the values that all its cases have.
std::pair<Group, std::string_view> head(Words words, const Suite& suite) {
  Group g{words.word(), words.word(), 0, false, {}, {}};
  std::string_view with;
  require(words.take("digits"), "a group says its digits");
  g.digits = words.number();
  g.exact = words.take("exact");
  g.together = words.take("together");
  if (words.take("spare")) g.spare = words.number();
  std::string_view rest = words.rest();
  if (const std::size_t as = rest.starts_with("as ") ? 0 : rest.find(" as "); as != std::string_view::npos) {
    Words model(rest.substr(as + (as == 0 ? 3 : 4)));
    const std::string_view quantity = model.word();
    const std::string_view source = model.word();
    const auto found = std::find_if(suite.groups.begin(), suite.groups.end(), [&](const Group& other) {
      return other.quantity == quantity && other.source == source;
    });
    require(found != suite.groups.end(), "a group is as one before it");
    g.cases = found->cases;
    rest = rest.substr(0, as);
  }
  std::tie(rest, g.flags) = with_flags(rest);
  if (rest.starts_with("with ")) with = rest.substr(5);
  for (Words values(with); !values.done();) {
    const Choice own = choice(values);
    for (Case& c : g.cases) c.parameters[std::string(own.names.front())] = value(own.rows.front().front());
  }
  return {std::move(g), with};
}

}  // namespace

Suite read_suite(std::string_view text) {
  Suite suite;
  std::optional<GroupReader> reader;
  suite.groups.reserve(static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n')));  // readers point into it
  for (const WrittenLine& line : logical_lines(text)) {
    Words words(line.text);
    if (line.indent > 0) {
      reader->line(line);
    } else if (words.take("suite")) {
      suite.name = words.word();
    } else if (words.mark('|')) {
      suite.header.emplace_back(words.rest());
    } else {
      require(words.take("group"), "a suite has groups");
      if (reader) reader->close_loop();
      auto [group, with] = head(words, suite);
      reader.emplace(suite.groups.emplace_back(std::move(group)), with);
    }
  }
  if (reader) reader->close_loop();
  return suite;
}

std::vector<Note> read_notes(std::string_view text) {
  std::vector<Note> notes;
  for (const WrittenLine& line : logical_lines(text)) {
    Words words(line.text);
    if (words.take("flag")) {
      notes.push_back({words.word(), {}, {}, {}});
      while (!words.done()) notes.back().links.push_back(words.word());
    } else if (words.take("!")) {
      notes.back().effect = words.rest();
    } else {
      notes.back().description = words.rest();
    }
  }
  return notes;
}

}  // namespace hallmark::cli
