// What the basic mechanisms know of their certificates.
#pragma once

#include "bounds/certifier.hpp"

namespace hallmark {

/// Rounds on a lattice of log ratios, not sampled, few enough to be multiplied out.
extern const Certifier lattice_delta_certifier;
extern const Certifier lattice_epsilon_certifier;
/// Noise on integers whose log ratios are no lattice: one round by its outcomes, several on a grid.
extern const Certifier integer_delta_certifier;
extern const Certifier integer_epsilon_certifier;
/// Rounds of Laplace noise, not sampled, as many as the closed form takes.
extern const Certifier spline_delta_certifier;
extern const Certifier spline_epsilon_certifier;
/// The inverses in the noise.
extern const Certifier lattice_noise_certifier;
extern const Certifier share_certifier;
extern const Certifier spline_noise_certifier;
extern const Certifier gdp_noise_certifier;
/// Bounded range: the larger log ratio of the pair that proves the lower end.
extern const Certifier bounded_range_delta_certifier;
extern const Certifier bounded_range_epsilon_certifier;
/// (xi, rho)-zCDP: the order that proves the upper end.
extern const Certifier zcdp_delta_certifier;
extern const Certifier zcdp_epsilon_certifier;
/// A table of Renyi divergences; the checker knows no attack numbers of it.
extern const Certifier curve_certifier;

}  // namespace hallmark
