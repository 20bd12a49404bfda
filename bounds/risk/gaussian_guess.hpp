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
/// The same from ln(delta); the eps at which the delta of mu has that logarithm; the x with ln Phi(x) = ln_p. The nearest
/// end of what is looked at where there is none.
/// Kind:      a proposal
/// Domain:    eps >= 0, logarithms below 0, mu > 0
[[nodiscard]] double mu_of_log(double eps, double ln_delta);
[[nodiscard]] double eps_of_log(double mu, double ln_delta);
[[nodiscard]] double normal_quantile_of_log(double ln_p);

/// Where t = e^log makes D(t) + t a least, by two steps of eps = mu(eps) z - mu(eps)^2/2, z the normal quantile of 1 - a.
/// `delta_at` gives the delta of the size of a log ratio, in the direction of its sign.
/// Kind:      a proposal
/// Domain:    a and `beyond` = 1 - a in (0, 1)
[[nodiscard]] Guess optimal_log_ratio(const std::function<double(double)>& delta_at, double a, double beyond,
                                      double largest);

}  // namespace hallmark::risk
