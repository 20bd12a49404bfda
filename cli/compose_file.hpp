// Files of compositions: a JSON list of mechanisms with their parameters and rounds.
#pragma once

#include <string_view>
#include <vector>

#include "bounds/mechanisms/mechanisms.hpp"
#include "hallmark/compose.hpp"

namespace hallmark::cli {

/// The mechanisms of a file as they were given, and as phases.
struct ComposeFile {
  std::vector<Part> parts;
  composition::PhaseList list;
};

/// [{"mechanism": "clones", "parameters": {"n": "10000", "eps0": "4"}, "rounds": "4"}, ...]
/// Domain:    as data/schema/compose-v1.schema.json has it, known mechanisms of one adjacency, parameters in their
///            domains; otherwise throws InputError "path:line:column: ..."
[[nodiscard]] ComposeFile parse_compose(std::string_view path, std::string_view text);

}  // namespace hallmark::cli
