// The Gaussian mechanism of sensitivity 1: exact delta, epsilon, sigma and Renyi divergence, with full-batch rounds.
#pragma once

#include "exact/bracket.hpp"
#include "exact/number.hpp"

namespace hallmark::gaussian {

struct DeltaParameters {
  Number sigma;      // standard deviation of the noise over the sensitivity
  Number eps;        // nats
  slong rounds = 1;  // adaptive compositions on the same data
};

/// delta = Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu = sqrt(rounds) / sigma.
/// Kind:      encloses
/// Units:     nats; zero-out; both directions (the pair N(1, s^2), N(0, s^2) is symmetric)
/// Domain:    0 < sigma, 0 <= eps, 1 <= rounds <= 10^15; otherwise throws InputError
/// Rigor:     erfc in balls; the difference only costs width
/// Source:    [BW18] Theorem 8; [CGKKMSZ24] Section 2 (ABLQ_D); k rounds are one at sigma / sqrt(k)
/// Cost:      two erfc evaluations
/// Example:   delta({.sigma = 1, .eps = 1}, 128).to_string(10)
///            -> [0.1269367375 +/- 6.65e-12]
[[nodiscard]] Ball delta(const DeltaParameters& parameters, slong bits);
[[nodiscard]] Sample delta_with_slope(const DeltaParameters& parameters, slong bits);

struct EpsilonParameters {
  Number sigma;
  Number delta;  // a probability
  slong rounds = 1;
};

/// epsilon = inf {eps >= 0 : delta(eps) <= delta}.
/// Kind:      encloses
/// Units:     nats; zero-out; both directions
/// Domain:    as delta; 0 < delta <= 1
/// Rigor:     d delta / d eps = -e^eps Phi(-mu/2 - eps/mu) < 0
/// Source:    as delta
/// Cost:      about 10 evaluations of delta
[[nodiscard]] Inversion epsilon(const EpsilonParameters& parameters, slong digits, const Budget& budget = {});

struct SigmaParameters {
  Number eps;    // nats
  Number delta;  // a probability
  slong rounds = 1;
};

/// sigma = inf {s > 0 : delta(eps) at s <= delta}.
/// Kind:      encloses; the upper end is a safe calibration
/// Units:     of the sensitivity; zero-out; both directions
/// Domain:    0 <= eps, 0 < delta < 1, 1 <= rounds <= 10^15; otherwise throws InputError
/// Rigor:     d delta / d mu = phi(mu/2 - eps/mu) > 0 and mu falls with sigma
/// Source:    [BW18] Theorem 8
/// Cost:      about 12 evaluations of delta
[[nodiscard]] Inversion sigma(const SigmaParameters& parameters, slong digits, const Budget& budget = {});

struct RenyiParameters {
  Number sigma;
  Number alpha;  // order
  slong rounds = 1;
};

/// D_alpha = alpha rounds / (2 sigma^2).
/// Kind:      encloses (exact in the parameters)
/// Units:     nats; zero-out; both directions
/// Domain:    0 < sigma, 1 < alpha, 1 <= rounds <= 10^15; otherwise throws InputError
/// Source:    Renyi divergence of two normals of equal variance
/// Cost:      O(1)
[[nodiscard]] Ball renyi(const RenyiParameters& parameters, slong bits);

}  // namespace hallmark::gaussian
