// The routes to the privacy profile of random allocation and to its inverse, in one direction, as a table.
#pragma once

#include "bounds/allocation/convex_profile.hpp"
#include "bounds/allocation/epochs_line.hpp"
#include "bounds/allocation/spectral.hpp"
#include "bounds/registry.hpp"

namespace hallmark::allocation {

/// What thresholds of one pair and direction share.
struct ProfileTables {
  KeptTables tables, crossed, lines;
  KeptLaws laws;
};

/// delta at eps by the routes of the table, as far as the request's digits ask for them. Where it is at most `floor`, how small it is
/// is not looked for.
/// Kind:      encloses
/// Domain:    direction remove or add; 1 <= selected <= steps
/// Source:    [FS25] Theorem 3.1 for the scheme; that of each route
[[nodiscard]] Answer delta_by_routes(const ProfileParameters& parameters, const Number& eps, const Request& request,
                                     const Budget& budget, ProfileTables* shared = nullptr, const Rational& floor = -1);

/// delta at eps to about `bits` relative bits, by the inversion of the transform alone.
/// Kind:      encloses; nothing where that does not apply, is not the cheapest or does not converge
/// Domain:    as delta_by_routes
/// Source:    as spectral_delta
[[nodiscard]] std::optional<Ball> delta_by_one_transform(const ProfileParameters& parameters, const Number& eps,
                                                         slong bits, const Budget& budget);

/// inf {eps >= 0 : delta(eps) <= delta} by the same.
/// Kind:      encloses
/// Domain:    as delta_by_routes; 0 < delta <= 1
/// Source:    as delta_by_routes
[[nodiscard]] Answer epsilon_by_routes(const ProfileParameters& parameters, const Number& delta, const Request& request,
                                       const Budget& budget, const Rational& floor = -1);

}  // namespace hallmark::allocation
