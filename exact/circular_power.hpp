// Sums of many independent copies of a lattice law, wrapped around a circle.
#pragma once

#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/budget.hpp"

namespace hallmark {

/// c[j] = sum of p^{*rounds}(j + m n) over all integers m: the law of the sum of `rounds` copies, modulo
/// n = 2^log2_size.
/// Kind:      encloses; absolute errors of about 2^-bits times rounds, in integers at least 2^-116 n rounds; nothing when
///            the budget ends
/// Shape:     n values; masses[i] stands at i, masses.size() <= n
/// Domain:    1 <= rounds, 1 <= log2_size <= 22, masses.size() <= 2^log2_size; otherwise throws InputError
/// Rigor:     the discrete Fourier transform turns convolution modulo n into products; in balls throughout, or up to 112
///            bits and from n = 2^12 and 100 rounds on by circular_power_in_integers. Every c[j] is at least
///            p^{*rounds}(j) and exceeds it by what was wrapped onto j.
/// Cost:      two transforms of n points
[[nodiscard]] std::optional<std::vector<Ball>> circular_power(const std::vector<Ball>& masses, slong rounds,
                                                              slong log2_size, slong bits, const Budget& budget = {});

}  // namespace hallmark
