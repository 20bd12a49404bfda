// The Fourier transform of a law of few of many integers, and where its powers are not negligible.
#pragma once

#include <optional>
#include <vector>

#include "exact/budget.hpp"
#include "exact/complex_ball.hpp"

namespace hallmark::blanket {

/// Numbers at places, which increase, below 2^40 in size.
struct Placed {
  std::vector<slong> places;
  std::vector<Ball> weights;
};

/// The frequencies first, ..., first + count - 1.
struct Run {
  slong first;
  slong count;
};

/// sum_j weight_j e^(2 pi i k place_j / n), n = 2^log2_size, at every frequency k of the runs.
/// Kind:      encloses; nothing when the budget ends
/// Domain:    1 <= log2_size <= 60
/// Rigor:     that of turning_values; k place_j is reduced modulo n in integers
[[nodiscard]] std::optional<std::vector<ComplexBall>> transform_at(const std::vector<Run>& runs, const Placed& x,
                                                                   slong log2_size, slong bits, const Budget& budget);

/// e^(t place) for places in increasing order.
/// Kind:      encloses
/// Cost:      a product each where they are consecutive
[[nodiscard]] std::vector<Ball> exponentials(const Ball& t, const std::vector<slong>& places, slong bits);

/// scale e^(2 pi i a b / n), n = 2^log2_size.
/// Kind:      encloses
/// Domain:    1 <= log2_size <= 60
[[nodiscard]] ComplexBall turned(const Ball& scale, slong a, slong b, slong log2_size, slong bits);

/// Frequencies k in [0, n/2], n = 2^log2_size: at all others |phi(2 pi k / n)|^rounds <= 2^-bits, phi the transform of the
/// law.
/// Kind:      encloses; nothing when the budget ends or they are more than `most`
/// Domain:    weights of a law, 1 <= rounds, 3 <= log2_size <= 60
/// Rigor:     let K and K' be independent of that law, s^2 >= E (K - c)^2. 1 - |phi(t)|^2 = 1 - E cos(t (K - K')) =
///            2 E sin^2(t (K - K') / 2): its root is sqrt(2) times a norm in L2, and |sin x - sin y| <= |x - y|, so that it
///            changes by at most sqrt(2) |t - t'| sqrt(E (K - K')^2) / 2 <= s |t - t'|; so does |phi| = |E e^(i t (K - c))|.
///            With r^2 = 2 ln 2 bits / rounds, |phi| <= e^(-r^2/2) is wanted in an interval of width 2 d: it is enough that
///            in the middle |phi|^2 <= 1 - (r + s d)^2, for 1 - r^2 <= e^(-r^2), or |phi| <= e^(-r^2/2) - s d
/// Cost:      about 2 pi s values of the transform, and as many again near each of its peaks
[[nodiscard]] std::optional<std::vector<Run>> large_frequencies(const Placed& law, slong rounds, slong log2_size,
                                                                slong bits, slong most, const Budget& budget);

}  // namespace hallmark::blanket
