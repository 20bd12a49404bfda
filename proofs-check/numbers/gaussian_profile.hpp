#pragma once

#include "numbers/interval.hpp"

namespace hallmark::check {

/// Phi(mu/2 - x/mu) - growth Phi(-mu/2 - x/mu), inside [0, 1]; with growth = e^x the profile of a Gaussian pair.
[[nodiscard]] Interval gaussian_profile(const Interval& mu, const Interval& x, const Interval& growth);

}  // namespace hallmark::check
