// The routes to delta and epsilon of one direction of the Poisson-subsampled Gaussian, as a table.
#pragma once

#include "bounds/batch/poisson_profile.hpp"

namespace hallmark::poisson_gaussian {

/// delta(eps) of the profile's direction by the routes of the table: closed forms, a Laplace table, a record in one
/// batch, a grid, and one step with Renyi divergences where those stop short.
/// Kind:      encloses
/// Domain:    as delta; a profile of that mechanism and direction, remove or add
/// Source:    as delta
[[nodiscard]] Enclosed delta_by_routes(Profile& profile, const Mechanism& mechanism, Direction direction,
                                       const Number& eps, slong digits, const Budget& budget, Route route);

/// inf {eps >= 0 : delta(eps) <= target} by the same.
/// Kind:      encloses
/// Domain:    as epsilon, 0 < target < 1; a profile of that mechanism and direction, remove or add
/// Source:    as epsilon
[[nodiscard]] Enclosed epsilon_by_routes(Profile& profile, const Mechanism& mechanism, Direction direction,
                                         const Number& target, slong digits, const Budget& budget, Route route);

/// ln x from above, at least -10^6; of what is not positive -10^4.
/// Kind:      a proposal
[[nodiscard]] double ln_of(const Rational& x);

}  // namespace hallmark::poisson_gaussian
