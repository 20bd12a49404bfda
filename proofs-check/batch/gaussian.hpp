#pragma once

#include "numbers/gaussian_profile.hpp"
#include "statement/decide.hpp"

namespace hallmark::check {

/// delta of `rounds` Gaussian mechanisms of sensitivity 1: Phi(mu/2 - eps/mu) - e^eps Phi(-mu/2 - eps/mu), mu =
/// sqrt(rounds)/sigma.
/// Kind:     encloses, inside [0, 1]
[[nodiscard]] Interval gaussian_delta(const Number& sigma, const Number& eps, Count rounds, const Effort& effort);

/// alpha rounds / (2 sigma^2), the Renyi divergence of so many Gaussian mechanisms, where alpha and sigma are rational.
/// Kind:     exact
[[nodiscard]] std::optional<Rational> gaussian_divergence(const Number& alpha, const Number& sigma, Count rounds);

}  // namespace hallmark::check
