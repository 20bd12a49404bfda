// Files of compositions: a JSON list of mechanisms with their parameters and rounds.
#pragma once

#include <string_view>

#include "bounds/mechanisms/mechanisms.hpp"

namespace hallmark::cli {

/// [{"mechanism": "clones", "parameters": {"n": "10000", "eps0": "4"}, "rounds": "4"}, ...]
/// Domain:    as data/schema/compose-v1.schema.json has it, known mechanisms of one adjacency, parameters in their
///            domains; otherwise throws InputError "path:line:column: ..."
[[nodiscard]] composition::PhaseList parse_compose(std::string_view path, std::string_view text);

}  // namespace hallmark::cli
