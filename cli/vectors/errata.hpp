// What was published stays: a changed value needs an entry in ERRATA.json.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace hallmark::cli {

/// One recorded change: `was` and `now` are lo, hi and exact of `out`; `now` is null for a withdrawn vector.
struct Erratum {
  std::string id;
  nlohmann::ordered_json was;
  nlohmann::ordered_json now;
};

/// The entries of an ERRATA.json.
/// Domain:    as data/schema/errata-v1.schema.json has it; otherwise throws InputError "path:line:column: ..."
[[nodiscard]] std::vector<Erratum> read_errata(std::string_view path, std::string_view text);
/// An ERRATA.json without entries.
[[nodiscard]] std::string empty_errata();

/// One sentence for every id of `before` whose value `after` changes or no longer has, unless it is recorded. Both are
/// root objects of one suite.
[[nodiscard]] std::vector<std::string> silent_changes(const nlohmann::ordered_json& before,
                                                      const nlohmann::ordered_json& after,
                                                      const std::vector<Erratum>& errata);

}  // namespace hallmark::cli
