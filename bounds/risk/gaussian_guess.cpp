#include "bounds/risk/gaussian_guess.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "exact/steady.hpp"

namespace hallmark::risk {
namespace {

// ln Phi(x), also far on the left.
double log_phi(double x) {
  constexpr double far = -30;
  if (x > far) return steady::log(steady::erfc(-x / std::numbers::sqrt2) / 2);
  return -x * x / 2 - steady::log(-x) - steady::log(2 * std::numbers::pi) / 2;
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
  const double x = normal_quantile_of_log(steady::log(std::max(std::min(p, beyond), 1e-300)));
  return left ? x : -x;
}

// ln of the delta of mu at eps, as far as doubles tell it from 0.
double log_delta(double eps, double mu) {
  const double first = log_phi(mu / 2 - eps / mu), second = eps + log_phi(-mu / 2 - eps / mu);
  if (!(first > second)) return -std::numeric_limits<double>::infinity();
  return first + steady::log1p(-steady::exp(second - first));
}

}  // namespace

double mu_of(double eps, double delta) { return delta > 0 && delta < 1 ? mu_of_log(eps, steady::log(delta)) : 0; }

double mu_of_log(double eps, double ln_delta) {
  return steady::exp(passage([&](double log_mu) { return log_delta(eps, steady::exp(log_mu)) - ln_delta; }, -30, 5));
}

double eps_of_log(double mu, double ln_delta) {
  constexpr double farthest = 1e4;
  return passage([&](double eps) { return ln_delta - log_delta(eps, mu); }, 0, farthest);
}

double normal_quantile_of_log(double ln_p) {
  return passage([&](double x) { return log_phi(x) - ln_p; }, -300, 9);
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
