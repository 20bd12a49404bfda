// An estimate of the delta of random allocation by simulation, with confidence limits: statistical, never a proof.
#pragma once

#include "bounds/allocation/allocation.hpp"
#include "exact/budget.hpp"

namespace hallmark::allocation {

struct MonteCarloParameters {
  Number sigma;
  slong steps;
  Number eps;
  Direction direction;  // remove or add
  slong samples;
  Number confidence;  // that the limits hold, between 0 and 1
  ulong seed;
};

/// Confidence limits of delta = E_A (1 - e^(eps-l))_+ (remove), E_Q (1 - e^(eps+l))_+ (add), l = ln(S/t).
///
/// Kind:      statistical: both limits hold with the confidence asked for, over the draw of the samples; the sampling
///            itself runs in binary64 with a seeded generator
/// Units:     eps in nats; zero-out; the direction given; one selected step, one epoch
/// Domain:    0 < sigma, 1 <= steps <= 10^9, 1 <= samples <= 10^9, 0 < confidence < 1; otherwise throws InputError
/// Rigor:     importance sampling: the terms are 0 unless some x_i >= C = sigma^2 eps + 1/2 (remove), unless all
///            x_i < sigma^2 (ln t - eps) + 1/2 (add); samples are drawn given that event, its probability is known. The
///            terms lie in [0, 1]: p lies outside {n kl(mean || p) <= ln(2 / (1 - confidence))} with probability at
///            most 1 - confidence (Chernoff)
/// Source:    Chua et al. 2024a as [FS25] Lemma D.1 of the first version describes it
/// Cost:      O(samples * steps) normals; fewer samples if the budget ends
struct MonteCarlo {
  Rational lo;
  Rational hi;
  Rational mean;
  slong samples;  // drawn
};
[[nodiscard]] MonteCarlo monte_carlo(const MonteCarloParameters& parameters, const Budget& budget = {});

}  // namespace hallmark::allocation
