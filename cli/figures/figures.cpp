#include "cli/figures/figures.hpp"

#include <fmt/format.h>

#include <iterator>

#include "exact/error.hpp"

namespace hallmark::cli {

std::span<const Figure> all_figures() {
  static const std::vector<Figure> figures = [] {
    std::vector<Figure> all = shuffle_figures();
    for (auto more : {batch_figures(), allocation_figures(), bracket_figures()}) {
      std::move(more.begin(), more.end(), std::back_inserter(all));
    }
    return all;
  }();
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
