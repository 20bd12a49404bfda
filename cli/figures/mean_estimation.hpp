// The error of a mean estimated with noise, on batches by random allocation or by Poisson sampling.
#pragma once

#include "exact/rational.hpp"

namespace hallmark::cli {

struct MeanSetting {
  Rational mean;  // of the users' Bernoulli data, each coordinate
  long users;
  long steps;          // each publishes the noisy sum of its batch
  Rational dimension;  // squared sensitivity: the standard deviation of the noise is sigma sqrt(dimension)
  bool poisson;        // or each user in exactly one step
};

/// The mean squared error of a coordinate of (sum of all steps) / users:
///     m (1 - m) / users + steps sigma^2 dimension / users^2, with Poisson batches + m (1 - 1/steps) / users.
/// Kind:      exact
/// Domain:    0 <= m <= 1, users, steps, dimension >= 1, sigma >= 0; increasing in sigma
/// Source:    [FS25] Section 5.1 of the later version; with exact variance of the number of a user's batches, where the
///            paper has an approximation for large samples
[[nodiscard]] Rational mean_squared_error(const MeanSetting& at, const Rational& sigma);

}  // namespace hallmark::cli
