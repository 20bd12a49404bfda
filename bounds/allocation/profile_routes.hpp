// The routes to the privacy profile of random allocation with Gaussian noise, and in what order they are taken.
#pragma once

#include "bounds/allocation/allocation.hpp"
#include "bounds/allocation/convex_profile.hpp"
#include "bounds/allocation/spectral.hpp"
#include "bounds/registry.hpp"

namespace hallmark::allocation {

/// What questions about one scheme and direction share.
struct ProfileTables {
  KeptTables contours, crossed, lines;
  KeptLaws laws;
};

struct ProfileQuestion {
  Scheme scheme;
  long epochs;
  Direction direction;  // remove or add
  Number at;            // the eps of delta, the delta of epsilon
  const Request& request;
  ProfileTables* tables = nullptr;  // none: the question keeps its own
};

/// delta(eps) of random allocation by its routes: closed-form, laplace (cross), many-epochs, renyi, moments, convex,
/// one-jump.
/// Kind:      encloses
/// Rigor:     the intersection of what the routes prove
[[nodiscard]] Answer delta_by_routes(const ProfileQuestion& question, const Budget& budget);
/// inf {eps >= 0 : delta(eps) <= delta} by the same routes.
/// Kind:      encloses
/// Domain:    selected epochs <= 10^12 unless every step is selected; otherwise throws InputError
[[nodiscard]] Answer epsilon_by_routes(const ProfileQuestion& question, const Budget& budget);

}  // namespace hallmark::allocation
