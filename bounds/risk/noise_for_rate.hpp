// The least noise at which no membership test reaches a true positive rate.
#pragma once

#include "bounds/registry.hpp"

namespace hallmark::risk {

/// inf {sigma > 0 : the true positive rate at fpr is at most tpr}.
/// Kind:      encloses; the upper end is a safe calibration
/// Units:     of the sensitivity
/// Domain:    the row of a delta of Gaussian noise; arguments of X.sigma.tpr with fpr < tpr; otherwise throws InputError
/// Rigor:     more noise is a post-processing, so that the rate does not rise with sigma; only proved comparisons move an end
/// Source:    monotonicity; the rate as `tpr`
/// Cost:      10 to 15 rates
[[nodiscard]] Answer noise_for_rate(const Entry& delta, const Arguments& arguments, const Request& request);

/// Whether a row has it: noise of sigma of one pair of laws.
/// Kind:      exact
[[nodiscard]] bool has_noise_for_rate(const Entry& delta);

}  // namespace hallmark::risk
