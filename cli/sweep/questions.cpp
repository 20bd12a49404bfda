#include "cli/sweep/questions.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/compare/row_text.hpp"
#include "cli/io/number_option.hpp"
#include "exact/decimal.hpp"
#include "exact/error.hpp"
#include "exact/rational.hpp"

namespace hallmark::cli {
namespace {

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  for (std::size_t from = 0;;) {
    const auto end = text.find(separator, from);
    parts.emplace_back(text.substr(from, end - from));
    if (end == std::string_view::npos) return parts;
    from = end + 1;
  }
}

std::string number_text(const Rational& x) {
  constexpr long digits = 30;
  return is_short_decimal(x, digits) ? decimal(x, digits, Rounding::down) : x.to_string();
}

bool is_digits(std::string_view text) { return text.find_first_not_of("0123456789") == std::string_view::npos; }

// 14,063 is no list: nobody begins a number of a list with 0.
void refuse_end_of_number(std::string_view list, const std::string& part) {
  if (part.size() < 2 || part.front() != '0' || !is_digits(part)) return;
  std::string one(list);
  constexpr std::size_t thousands = 3;
  const bool is_decimal = one.find(',') == one.rfind(',') && (part.size() != thousands || one.front() == '0');
  std::replace(one.begin(), one.end(), ',', is_decimal ? '.' : '_');
  throw InputError(fmt::format("\"{}\" is read as a list, in which {} begins with 0: one number is written {}",
                               shortened(list), shortened(part), shortened(one)));
}

// Whether a list may have been meant as one number: 14,500.
bool looks_grouped(std::string_view list) {
  constexpr std::size_t group = 3;
  const std::vector<std::string> parts = split(list, ',');
  return parts.size() > 1 && is_digits(parts[0]) && !parts[0].empty() && parts[0].size() <= group &&
         std::all_of(parts.begin() + 1, parts.end(), [](const auto& p) { return p.size() == group && is_digits(p); });
}

// The values of "a,b,first:last:step".
std::vector<std::string> list_values(std::string_view list) {
  std::vector<std::string> values;
  for (const std::string& part : split(list, ',')) {
    if (!values.empty()) refuse_end_of_number(list, part);
    if (part.find(':') == std::string::npos) {
      values.push_back(with_leading_zeros(part));
    } else {
      for (std::string& value : range_values(with_leading_zeros(part))) values.push_back(std::move(value));
    }
    if (values.size() > Questions::most) break;  // refused by the caller
  }
  return values;
}

}  // namespace

std::vector<std::string> range_values(std::string_view text) {
  const auto refuse = [&](const std::string& expected) {
    throw InputError(fmt::format("range \"{}\": must be {}", shortened(text), expected));
  };
  const std::vector<std::string> parts = split(text, ':');
  if (parts.size() != 3) refuse("first:last:step, three exact numbers");
  const Rational first(parts[0]);
  const Rational last(parts[1]);
  const Rational step(parts[2]);
  if (step.sign() == 0) refuse("first:last:step with a step other than 0");
  const Rational count = floor((last - first) / step) + 1;
  if (count.sign() <= 0) refuse("first:last:step with a step that leads from first to last");
  if (count > Rational(static_cast<long>(Questions::most))) refuse(fmt::format("at most {} numbers", Questions::most));
  std::vector<std::string> values;
  Rational x = first;
  for (long i = 0; i < count.to_long(); ++i, x += step) values.push_back(number_text(x));
  return values;
}

Questions::Questions(std::string_view id, const std::vector<std::string>& texts, const std::vector<std::string>& whole)
    : id_(id) {
  for (const std::string& text : texts) {
    const auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      throw InputError(fmt::format("{}: parameter \"{}\": expected name=value", shortened(id), shortened(text)));
    }
    const std::string name = text.substr(0, equals);
    if (has(name)) {
      throw InputError(fmt::format("{}: duplicate parameter {}: must be given once", shortened(id), shortened(name)));
    }
    const std::string value = text.substr(equals + 1);
    if (std::find(whole.begin(), whole.end(), name) != whole.end()) {
      add_axis({name, {value}});
      continue;
    }
    try {
      add_axis({name, list_values(value)});
    } catch (const InputError& error) {
      throw InputError(fmt::format("{}: {}: {}", shortened(id), shortened(name), error.what()));
    }
    many_ = many_ || value.find_first_of(",:") != std::string::npos;
    if (looks_grouped(value)) {
      notes_.push_back(fmt::format("{}={}: read as {} values", name, shortened(value), axes_.back().values.size()));
    }
  }
}

void Questions::add_list(const std::string& name, const std::string& list, std::string_view option) {
  if (has(name)) throw InputError(fmt::format("{}: {}: must not stand beside the parameter {}", id_, option, name));
  try {
    add_axis({name, list_values(list)});
  } catch (const InputError& error) {
    throw InputError(fmt::format("{}: {}: {}", id_, option, error.what()));
  }
  many_ = true;
}

void Questions::add_axis(Axis axis) {
  axes_.push_back(std::move(axis));
  if (size() > most) throw InputError(fmt::format("must ask at most {} questions in one call", most));
}

bool Questions::has(std::string_view name) const {
  return std::any_of(axes_.begin(), axes_.end(), [&](const Axis& a) { return a.name == name; });
}

void Questions::add_rows(std::string_view path, std::string_view text) {
  std::size_t number = 0;
  std::vector<Field> fields;
  const auto refuse = [&](std::size_t column, std::string_view what) {
    throw InputError(fmt::format("{}:{}:{}: {}", path, number, column, what));
  };
  if (text.starts_with("\xEF\xBB\xBF")) text.remove_prefix(3);  // a byte order mark
  while (!text.empty()) {
    ++number;
    const auto end = text.find('\n');
    std::string_view line = text.substr(0, end);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.find_first_not_of(" \t") == std::string_view::npos || line.front() == '#') continue;
    try {
      split_record(line, ',', fields);
    } catch (const LineError& error) {
      refuse(error.column, error.text);
    }
    if (row_names_.empty()) {
      if (const auto other = line.find_first_of(";\t"); fields.size() == 1 && other != std::string_view::npos) {
        refuse(other + 1, fmt::format("expected commas between the names of the parameters, found a {}",
                                      line[other] == ';' ? "semicolon" : "tabulator"));
      }
      for (const Field& f : fields) {
        const bool known = std::find(row_names_.begin(), row_names_.end(), f.text) != row_names_.end();
        if (f.text.empty()) refuse(f.column, "expected a header of parameter names, found an empty one");
        if (known || has(f.text)) {
          refuse(f.column, fmt::format("expected each parameter once, found {} again", shortened(f.text)));
        }
        row_names_.push_back(f.text);
      }
      continue;
    }
    if (fields.size() != row_names_.size()) {
      const std::size_t column = fields.size() > row_names_.size() ? fields[row_names_.size()].column : line.size() + 1;
      refuse(column, fmt::format("expected {} fields, found {}", row_names_.size(), fields.size()));
    }
    rows_.emplace_back();
    for (const Field& f : fields) rows_.back().push_back(with_leading_zeros(f.text));
    row_lines_.push_back(number);
    if (size() > most) refuse(1, fmt::format("expected at most {} questions in one call", most));
  }
  if (rows_.empty()) {
    ++number;
    refuse(1, "expected a header of parameter names and a row for each question, found the end");
  }
  rows_path_ = path;
  many_ = true;
}

std::size_t Questions::size() const {
  std::size_t count = rows_.empty() ? 1 : rows_.size();
  for (const Axis& axis : axes_) {
    count *= axis.values.size();  // below 10^12: each factor is checked as it is added
    if (count > most) return most + 1;
  }
  return count;
}

ParameterTexts Questions::at(std::size_t index) const {
  ParameterTexts texts;
  for (auto axis = axes_.rbegin(); axis != axes_.rend(); ++axis) {
    texts[axis->name] = axis->values[index % axis->values.size()];
    index /= axis->values.size();
  }
  if (rows_.empty()) return texts;
  for (std::size_t i = 0; i < row_names_.size(); ++i) texts[row_names_[i]] = rows_[index][i];
  return texts;
}

std::string Questions::place(std::size_t index) const {
  if (rows_.empty()) return {};
  for (const Axis& axis : axes_) index /= axis.values.size();
  return fmt::format("{}:{}", rows_path_, row_lines_[index]);
}

}  // namespace hallmark::cli
