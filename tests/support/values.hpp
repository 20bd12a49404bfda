// Reading the reference values of tests/support/values: CSV rows whose parameters are flat JSON objects.
#pragma once

#include <map>
#include <regex>
#include <string>
#include <vector>

namespace hallmark::test {

/// A CSV line with double quotes around fields that hold commas.
inline std::vector<std::string> csv_fields(const std::string& line) {
  std::vector<std::string> all(1);
  bool quoted = false;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '"' && quoted && i + 1 < line.size() && line[i + 1] == '"') {
      all.back() += line[++i];
    } else if (line[i] == '"') {
      quoted = !quoted;
    } else if (line[i] == ',' && !quoted) {
      all.emplace_back();
    } else {
      all.back() += line[i];
    }
  }
  return all;
}

/// Names and values of a flat JSON object, quoted or not.
inline std::map<std::string, std::string> flat_json(const std::string& json) {
  std::map<std::string, std::string> all;
  const std::regex pair("\"([^\"]+)\": \"?([^\",}]+)\"?");
  for (std::sregex_iterator i(json.begin(), json.end(), pair), end; i != end; ++i) all[(*i)[1]] = (*i)[2];
  return all;
}

}  // namespace hallmark::test
