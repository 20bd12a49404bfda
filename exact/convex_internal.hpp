// What the files of convex_law share: the ranges of the doubles and directed steps.
#pragma once

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

#include "exact/convex_law.hpp"

namespace hallmark {

inline constexpr double least_mass = 0x1p-460;
inline constexpr double least_position = 0x1p-250;
inline constexpr double largest_position = 0x1p+250;

/// The next double above x >= 0; the next below, 0 for 0. One rounding to nearest is at most half that step, so that
/// a rounded x stepped outward bounds the exact value, with the other half to spare.
/// Kind:      upper bound (step_up), lower bound (step_down) of what was rounded to x
/// Domain:    x >= 0
[[nodiscard]] double step_up(double x);
[[nodiscard]] double step_down(double x);

/// A product or a quotient of doubles >= 0, `rounded` to nearest. It is 0 where a factor is, and only there: a positive
/// one that no double is near to has the least double above it.
/// Kind:      upper or lower bound, as the side says
/// Domain:    rounded >= 0, and 0 where is_zero
[[nodiscard]] double outward(Side side, double rounded, bool is_zero);

/// Appends an atom, mass and position already on the law's side, brought into the range of ConvexLaw on that side.
void push_atom(ConvexLaw& law, double position, double mass);

/// Stops the program unless 0 = g_0 < g_1 < ... within the range of positions.
void check_grid(const std::vector<double>& nodes);

/// Throws InputError that begins with `where` unless the numbers are in range.
void check_resolution(std::string_view where, const Resolution& resolution);

/// Both laws at once on two threads; nothing if either is nothing.
/// Kind:      encloses, where each side is on its own
/// Domain:    a function that two threads may call at once
[[nodiscard]] std::optional<RatioLaw> both_sides(const std::function<std::optional<ConvexLaw>(Side side)>& law);

}  // namespace hallmark
