#include "bounds/risk/gaussian_guess.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace hallmark::risk {
namespace {

// ln Phi(x), also far on the left.
double log_phi(double x) {
  constexpr double far = -30;
  if (x > far) return std::log(std::erfc(-x / std::numbers::sqrt2) / 2);
  return -x * x / 2 - std::log(-x) - std::log(2 * std::numbers::pi) / 2;
}

// Where a growing f passes 0 in [low, high].
template <typename Function>
double passage(const Function& f, double low, double high) {
  constexpr int halvings = 60;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (f(middle) < 0 ? low : high) = middle;
  }
  return (low + high) / 2;
}

// x with Phi(x) = p, from the smaller of p and 1 - p.
double quantile(double p, double beyond) {
  const bool left = p <= beyond;
  const double aim = std::log(std::max(std::min(p, beyond), 1e-300));
  const double x = passage([&](double at) { return log_phi(at) - aim; }, -40, 1);
  return left ? x : -x;
}

}  // namespace

double mu_of(double eps, double delta) {
  if (!(delta > 0) || !(delta < 1)) return 0;
  const auto excess = [&](double log_mu) {
    const double mu = std::exp(log_mu);
    const double first = log_phi(mu / 2 - eps / mu), second = eps + log_phi(-mu / 2 - eps / mu);
    if (!(first > second)) return -1.0;
    return first + std::log1p(-std::exp(second - first)) - std::log(delta);
  };
  return std::exp(passage(excess, -30, 5));
}

Guess optimal_log_ratio(const std::function<double(double)>& delta_at, double a, double beyond, double largest) {
  const double z = quantile(beyond, a);
  constexpr int steps = 2;
  double eps = 0, mu = 0;
  for (int i = 0; i <= steps; ++i) {
    double delta = delta_at(eps);
    // In the direction of its sign: D(t) of eps < 0 is that of the pair exchanged at -eps.
    const double found = mu_of(std::abs(eps), delta);
    if (!(found > 0)) break;
    mu = found;
    eps = std::clamp(mu * z - mu * mu / 2, -largest, largest);
  }
  return {eps, std::clamp(mu, 1e-6, 8.0)};
}

}  // namespace hallmark::risk
