#include "cli/io/parameter_files.hpp"

#include <algorithm>

#include "cli/io/files.hpp"

namespace hallmark::cli {
namespace {

std::string without_comments(const std::string& text) {
  std::string kept;
  for (std::size_t from = 0; from < text.size();) {
    const auto end = std::min(text.find('\n', from), text.size());
    if (text[from] != '#') kept.append(text, from, end - from).push_back('\n');
    from = end + 1;
  }
  return kept;
}

}  // namespace

std::vector<std::string> with_files(const Entry& entry, std::vector<std::string> texts) {
  constexpr std::size_t largest_file = 100'000'000;
  for (const Parameter& p : entry.parameters) {
    if (p.domain != Domain::table) continue;
    const std::string head = std::string(p.name) + "=";
    for (std::string& text : texts) {
      if (!text.starts_with(head)) continue;
      const std::string value = text.substr(head.size());
      if (value.find_first_not_of("0123456789+-./,; eE") == std::string::npos) continue;
      text = head + without_comments(read_file(value, largest_file));
    }
  }
  return texts;
}

std::vector<std::string> whole_parameters(const Entry& entry) {
  std::vector<std::string> names;
  for (const Parameter& p : entry.parameters) {
    const Domain d = p.domain;
    if (d == Domain::rationals || d == Domain::table || d == Domain::word || is_of_phases(p)) {
      names.emplace_back(p.name);
    }
  }
  return names;
}

}  // namespace hallmark::cli
