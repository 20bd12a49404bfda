// Deterministic against Poisson batches: the thresholds of Theorem 4.2.
#pragma once

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::batch {

struct Parameters {
  Number sigma;  // standard deviation of the noise over the sensitivity
  slong steps;   // T, the rate being 1/T
};

/// eps1: (1/2) Phi(x6) >= Phi(x7) exactly for eps >= eps1, x6 = -(eps + ln 2 + T ln T) s/sqrt T - sqrt T/(2s), x7 =
/// 1/(2s) - eps s. Beyond it Poisson batches are less private than deterministic ones.
/// Kind:      encloses
/// Units:     nats; zero-out
/// Domain:    0 < sigma, 2 <= steps <= 10^15; otherwise throws InputError
/// Rigor:     where x6 <= x7 the left side is at most half the right one. From x6 = x7 on x6 stays above x7, as x6 - x7
///            rises in eps, and Phi(x6)/Phi(x7) rises: its logarithm has the slope s (h(x7) - h(x6)/sqrt T) > 0, as
///            h = phi/Phi falls. So the two sides meet once.
/// Source:    [CGKKMSZ24] Theorem 4.2, equations (6) and (7)
/// Cost:      about 10 evaluations of two tails
[[nodiscard]] Inversion half_space_eps1(const Parameters& parameters, slong digits, const Budget& budget = {});

}  // namespace hallmark::batch
