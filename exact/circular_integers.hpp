// circular_power in fine integers: the transforms of a law of total mass 1 at most.
#pragma once

#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/budget.hpp"

namespace hallmark {

/// As circular_power, with one error for all values.
/// Kind:      encloses; nothing when the budget ends, or where the masses are more than 1 + 2^-10 in all, or too little known
/// Shape:     2^log2_size values; masses.size() <= 2^log2_size
/// Domain:    1 <= rounds, 1 <= log2_size <= 22
/// Rigor:     u = 2^-120. The masses are rounded down to units; their centres add up to at most 1 + 2^-10 in size, so that
///            all that their transform comes by, sums of some of them times roots of 1, is at most that. With S = 3/2, a
///            butterfly a +- w b, where a and b are off by e and w by o, is off by 2 e + o e + S o + product_off; roots are
///            found in balls, or as products of two that are. What the masses are off by, all their radii and a unit each,
///            is added to every frequency. Powers: a product is off by |a| r' + |b| r + r r' + product_off, r and r' at
///            most 2^-20; all parts are found to be at most 1 + 2^-10, so that sizes are below S. Back, the same
///            butterflies are halved: means of numbers below S; half a unit a part is lost. What the frequencies are off by
///            is in every sum by its mean. The sums are real: the
///            powers' conjugates, transformed, have the same real parts as the powers transformed back, and half of the
///            frequencies are conjugates of the others. Bounds are raised by a share of 2^-20 a step, beyond the roundings
///            of their positive doubles
/// Cost:      about 20 ns a butterfly, size log2_size of them, and 2 log2(rounds) products of half the size
[[nodiscard]] std::optional<std::vector<Ball>> circular_power_in_integers(const std::vector<Ball>& masses, slong rounds,
                                                                          slong log2_size, slong bits,
                                                                          const Budget& budget);

}  // namespace hallmark
