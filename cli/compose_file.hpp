// Files of compositions: a JSON list of mechanisms with their parameters and rounds.
#pragma once

#include <string_view>
#include <vector>

#include "bounds/composition/composition.hpp"

namespace hallmark::cli {

struct ComposeFile {
  std::vector<composition::Phase> phases;
  Adjacency adjacency;  // the one of all of them
};

/// [{"mechanism": "clones", "parameters": {"n": "10000", "eps0": "4"}, "rounds": "4"}, ...]
/// Domain:    as data/schema/compose-v1.schema.json has it, known mechanisms of one adjacency, parameters in their
///            domains; otherwise throws InputError "path:line:column: ..."
[[nodiscard]] ComposeFile parse_compose(std::string_view path, std::string_view text);

}  // namespace hallmark::cli
