#include "cli/figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "cli/figures/figure_rows.hpp"
#include "exact/error.hpp"

namespace hallmark::cli {
namespace {

std::vector<std::string> parts_of(std::string_view text, std::string_view between) {
  std::vector<std::string> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(between), text.size());
    parts.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + between.size(), text.size()));
  }
  return parts;
}

Series series_of(const SeriesRow& row) {
  Series s{std::string(row.label), std::string(row.quantity), {}, parts_of(row.xs, " ")};
  std::from_chars(row.digits.data(), row.digits.data() + row.digits.size(), s.digits);
  for (const std::string& given : parts_of(row.parameters, ", ")) {
    const std::size_t equals = given.find('=');
    s.parameters[given.substr(0, equals)] = given.substr(equals + 1);
  }
  if (const auto search = parts_of(row.search, " "); !search.empty())
    s.solve = {search.at(0), search.at(1), search.at(2)};
  if (const auto mean = parts_of(row.mean, " "); !mean.empty()) {
    s.mean = {mean.at(0) == "poisson", mean.at(1), mean.at(2), mean.at(3)};
  }
  return s;
}

std::vector<Figure> read_figures() {
  std::vector<Figure> all;
  for (const FigureRow& f : figure_rows()) {
    all.push_back({std::string(f.name),
                   std::string(f.title),
                   std::string(f.source),
                   std::string(f.x),
                   std::string(f.y),
                   f.logarithmic.find('x') != std::string_view::npos,
                   f.logarithmic.find('y') != std::string_view::npos,
                   {}});
  }
  SeriesRow last;
  for (SeriesRow row : series_rows()) {
    for (const auto field : {&SeriesRow::figure, &SeriesRow::parameters, &SeriesRow::xs, &SeriesRow::search}) {
      if (row.*field == "\"") row.*field = last.*field;
    }
    const auto at = std::find_if(all.begin(), all.end(), [&](const Figure& f) { return f.name == row.figure; });
    require(at != all.end(), "a series belongs to a figure");
    at->series.push_back(series_of(row));
    last = row;
  }
  return all;
}

}  // namespace

std::span<const Figure> all_figures() {
  static const std::vector<Figure> figures = read_figures();
  return figures;
}

const Figure& figure(std::string_view name) {
  std::string names;
  for (const Figure& f : all_figures()) {
    if (f.name == name) return f;
    names += fmt::format("{}{}", names.empty() ? "" : ", ", f.name);
  }
  throw InputError(fmt::format("table {}: unknown: must be one of {}", shortened(name), names));
}

}  // namespace hallmark::cli
