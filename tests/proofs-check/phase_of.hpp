// A phase of a composition, for tests of the checker.
#pragma once

#include <algorithm>
#include <catch2/catch.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "basic/phases.hpp"

namespace hallmark::check {

inline Phase phase_of(std::string_view name, const std::vector<std::pair<std::string, std::string>>& parameters,
                      std::uint64_t rounds) {
  const auto table = phase_table();
  const auto row = std::find_if(table.begin(), table.end(), [&](const PhaseRow& r) { return r.name == name; });
  REQUIRE(row != table.end());
  Phase p{{}, &*row, rounds};
  for (const auto& [key, value] : parameters) p.parameters.emplace(key, *parse_number(value));
  return p;
}

}  // namespace hallmark::check
