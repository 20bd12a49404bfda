// What the batch samplers' families know of their certificates.
#pragma once

#include "bounds/certifier.hpp"

namespace hallmark {

/// gaussian.sigma, the checker evaluates gaussian.delta there.
extern const Certifier gaussian_sigma_certifier;

/// Poisson batches: inversions; where there are none a delta and an epsilon on a grid of log ratios.
extern const Certifier poisson_delta_certifier;
extern const Certifier poisson_epsilon_certifier;
extern const Certifier poisson_sigma_certifier;
/// The least bound over real orders: for a lower end three orders by which none of them proves less.
extern const Certifier real_orders_certifier;

/// Batches of a fixed size: an inversion for each end.
extern const Certifier fixed_batch_delta_certifier;
extern const Certifier fixed_batch_epsilon_certifier;

/// Batches cut to a largest size: convex laws.
extern const Certifier truncated_poisson_certifier;
extern const Certifier truncated_poisson_epsilon_certifier;

/// Shuffled batches: an event for the lower end, one Gaussian step for the upper one.
extern const Certifier shuffled_batch_delta_certifier;
extern const Certifier shuffled_batch_pair_certifier;
extern const Certifier shuffled_batch_epsilon_certifier;
extern const Certifier shuffled_batch_threshold_certifier;
extern const Certifier shuffled_batch_threshold_epsilon_certifier;

}  // namespace hallmark
