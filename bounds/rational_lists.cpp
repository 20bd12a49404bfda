#include "bounds/rational_lists.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "exact/error.hpp"

namespace hallmark {
namespace {

constexpr slong longest_list = 8192;
constexpr std::size_t most_rows = 4096;
constexpr std::size_t most_numbers = 1'000'000;
constexpr std::string_view series = " coefficients of (1-x)^";

std::string text_of_list(const std::vector<Rational>& row) {
  std::string text;
  for (const Rational& x : row) text += (text.empty() ? "" : ",") + x.to_string();
  return text;
}

// The words between separators; none of them empty.
std::vector<std::string_view> words_of(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> words;
  while (!text.empty()) {
    const auto end = std::min(text.find_first_of(separators), text.size());
    if (end > 0) words.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return words;
}

RationalRows read_series(std::string_view count_text, std::string_view exponent_text) {
  if (exponent_text.starts_with('(') && exponent_text.ends_with(')')) {
    exponent_text = exponent_text.substr(1, exponent_text.size() - 2);
  }
  const Rational count(count_text);
  const Rational r(exponent_text);
  if (!count.is_integer() || count < Rational(1) || count > Rational(longest_list)) {
    throw InputError("N", "value", std::string(count_text), "an integer from 1 to 8192");
  }
  if (r > Rational(1000) || r < Rational(-1000) || r.denominator() > Rational(1000)) {
    throw InputError("r", "value", std::string(exponent_text), "a rational of size and denominator at most 1000");
  }
  std::vector<Rational> row{1};
  for (slong k = 1; k < count.to_long(); ++k) row.push_back(row.back() * (Rational(k - 1) - r) / k);
  return {{std::move(row)}, fmt::format("{}{}({})", count.to_string(), series, r.to_string())};
}

}  // namespace

RationalRows read_rationals(std::string_view text) {
  if (const auto at = text.find(series); at != std::string_view::npos) {
    return read_series(text.substr(0, at), text.substr(at + series.size()));
  }
  std::vector<Rational> row;
  while (true) {
    const auto comma = text.find(',');
    if (row.size() == static_cast<std::size_t>(longest_list)) {
      throw InputError("list", "length", std::to_string(row.size() + 1), "at most 8192 numbers");
    }
    row.emplace_back(text.substr(0, comma));
    if (comma == std::string_view::npos) break;
    text.remove_prefix(comma + 1);
  }
  std::string canonical = text_of_list(row);
  return {{std::move(row)}, std::move(canonical)};
}

RationalRows read_table(std::string_view text) {
  RationalRows table;
  std::size_t numbers = 0;
  for (const std::string_view line : words_of(text, ";\n\r")) {
    std::vector<Rational> row;
    for (const std::string_view word : words_of(line, ", \t")) {
      if (++numbers > most_numbers) throw InputError("table", "numbers", std::to_string(numbers), "at most 10^6");
      row.emplace_back(word);
    }
    if (row.empty()) continue;
    if (table.rows.size() == most_rows) {
      throw InputError("table", "rows", std::to_string(most_rows + 1), "at most 4096");
    }
    table.canonical += (table.rows.empty() ? "" : ";") + text_of_list(row);
    table.rows.push_back(std::move(row));
  }
  if (table.rows.empty()) throw InputError("table", "rows", "0", "at least one row of rationals");
  return table;
}

}  // namespace hallmark
