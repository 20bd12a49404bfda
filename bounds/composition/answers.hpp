// Answers of the registry from compositions.
#pragma once

#include <string_view>
#include <vector>

#include "bounds/composition/composition.hpp"
#include "bounds/registry.hpp"

namespace hallmark::composition {

/// The names of the routes of a composition, as an entry lists them after its own.
inline constexpr std::string_view routes = "lattice atoms convex contour balls";
/// Of a quantity with rounds: its own ball sum for one round.
inline constexpr std::string_view one_or_more_rounds = "balls atoms lattice convex";

/// What an answer says of phases that are upper bounds of classes.
inline constexpr std::string_view upper_note =
    "; of the least pair that dominates a class of mechanisms, so an upper bound for these";

/// Whether a row's answer comes from here: several rounds, or one by a route of compositions.
[[nodiscard]] bool is_composed(const Arguments& arguments, const Request& request);

/// delta(eps) of the phases, epsilon(delta) of the phases as a row's answer.
/// Kind:      encloses
/// Domain:    as delta, epsilon of composition.hpp
/// Source:    as delta, epsilon of composition.hpp
[[nodiscard]] Answer delta_answer(const std::vector<Phase>& phases, Direction direction, const Number& eps,
                                  const Request& request);
[[nodiscard]] Answer epsilon_answer(const std::vector<Phase>& phases, Direction direction, const Number& delta,
                                    const Request& request);

}  // namespace hallmark::composition
