#pragma once

#include "statement/decide.hpp"

namespace hallmark::check {

/// delta of `rounds` Gaussian mechanisms of sensitivity 1: Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu =
/// sqrt(rounds)/sigma.
/// Kind:     encloses, inside [0, 1]
[[nodiscard]] Interval gaussian_delta(const Number& sigma, const Number& eps, Count rounds, const Effort& effort);

/// Phi(mu/2 - x/mu) - growth Phi(-mu/2 - x/mu), inside [0, 1]; with growth = e^x the profile of a Gaussian pair.
[[nodiscard]] Interval gaussian_profile(const Interval& mu, const Interval& x, const Interval& growth);

/// alpha rounds / (2 sigma^2), the Renyi divergence of so many Gaussian mechanisms, where alpha and sigma are rational.
/// Kind:     exact
[[nodiscard]] std::optional<Rational> gaussian_divergence(const Number& alpha, const Number& sigma, Count rounds);

}  // namespace hallmark::check
