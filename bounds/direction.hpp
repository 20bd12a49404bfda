// Direction and adjacency: what a divergence between neighbours means. Neither ever has a default.
#pragma once

#include <string_view>

namespace hallmark {

/// Which of the two divergences of a pair of neighbours: remove is H(P || Q), add is H(Q || P), both is the larger.
enum class Direction { remove, add, both };

/// Which datasets are neighbours.
enum class Adjacency { replace_one, add_remove, zero_out, substitution };

[[nodiscard]] std::string_view to_string(Direction direction);
[[nodiscard]] std::string_view to_string(Adjacency adjacency);

}  // namespace hallmark
