// Report noisy max: the candidate of the largest score plus noise.
#pragma once

#include "bounds/basic/pair_class.hpp"

namespace hallmark::noisy_max {

/// Gumbel noise is the exponential mechanism, exponential noise is permute-and-flip.
enum class Noise { gumbel, exponential, laplace, gaussian };

struct Parameters {
  Noise noise;
  std::optional<Number> eps0;       // of pure noise: 2s/b, of monotone scores s/b; s the sensitivity, b the scale
  std::optional<Number> sigma;      // of Gaussian noise, in units of the sensitivity, of monotone scores of half of it
  std::optional<slong> candidates;  // of Gaussian noise
};

/// Which of two candidates wins: score difference t with the record, and less by what a record may move it without.
/// Kind:      encloses
/// Units:     t in units of the noise, that of the difference if it is Gaussian; one direction
/// Domain:    a noise with its own parameters; otherwise throws InputError
/// Rigor:     Pr[the first wins] = F(t) and F(t - eps0), F of the difference of two noises: tails e^-x/2 (exponential),
///            (2 + x) e^-x/4 (Laplace), 1/(1 + e^x) (Gumbel); Phi(t) and Phi(t - sqrt(2)/sigma).
/// Source:    the definition; PROOFS.md section 18.6
[[nodiscard]] basic::Law two_candidates(const Parameters& parameters, const Rational& t);

/// delta and epsilon over all scores, any number of candidates (Gaussian noise: at most so many), adaptive rounds.
/// Kind:      encloses, as a bracket; equal ends in one round of Gumbel and of exponential noise, and of Gaussian noise
///            on two candidates
/// Units:     nats; both directions are one number
/// Domain:    as two_candidates, rounds >= 1
/// Rigor:     above: Gumbel noise has bounded range; of exponential and Laplace noise no tail falls faster than e^-x, so
///            that Laplace noise of this eps0 dominates; Gaussian scores move by sqrt(m - (m odd)/m) at most once their mean
///            is taken off. Below: two candidates.
/// Source:    [DDR20] bounded range; PROOFS.md section 18.6
[[nodiscard]] Answer delta(const Parameters& parameters, const Arguments& x, const Request& r);
[[nodiscard]] Answer epsilon(const Parameters& parameters, const Arguments& x, const Request& r);

}  // namespace hallmark::noisy_max
