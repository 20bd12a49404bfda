// Where an attack on a mechanism is best, guessed as if its privacy loss were nearly normal.
#pragma once

#include <functional>

namespace hallmark::risk {

/// A place on the line of log ratios, and the length of the first steps around it.
struct Guess {
  double log;
  double scale;
};

/// The mu of Gaussian differential privacy with this delta at eps; 0 where there is none.
/// Kind:      a proposal
/// Domain:    eps >= 0
[[nodiscard]] double mu_of(double eps, double delta);

/// Where t = e^log makes D(t) + t a least, by two steps of eps = mu(eps) z - mu(eps)^2/2, z the normal quantile of 1 - a.
/// `delta_at` gives the delta of the size of a log ratio, in the direction of its sign.
/// Kind:      a proposal
/// Domain:    a and `beyond` = 1 - a in (0, 1)
[[nodiscard]] Guess optimal_log_ratio(const std::function<double(double)>& delta_at, double a, double beyond,
                                      double largest);

}  // namespace hallmark::risk
