#include "bounds/allocation/rough_moments.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/allocation/complex_moments.hpp"
#include "bounds/allocation/proposals.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

// ln E(S/t)^-rho: t^rho/Gamma(rho) integral e^(rho w) L(e^w)^t dw, about its peak near rho/t.
double log_moment(const LogLaplace& logarithm, double t, double rho) {
  const double centre = steady::log(rho / t);
  const double width = std::min(0.2, 0.4 / std::sqrt(rho));
  double largest = -INFINITY;
  double sum = 0;
  const double reach = 12 + 40 / rho;
  for (double w = centre - reach; w < centre + 12; w += width) {
    const double b = steady::exp(w);
    const double e = rho * w + (b < 1 ? t * logarithm.excess(b) - t * b : t * logarithm(b));
    if (e > largest) {
      sum = sum * steady::exp(largest - e) + 1;
      largest = e;
    } else {
      sum += steady::exp(e - largest);
    }
  }
  return rho * steady::log(t) - rough_log_gamma(rho, 0) + largest + steady::log(sum * width);
}

}  // namespace

RoughMoments::RoughMoments(double s, double t) : s_(s), t_(t) {
  const LogLaplace& logarithm = log_laplace(s);
  for (double rho = first; rho < last; rho *= ratio) values_.push_back(log_moment(logarithm, t, rho));
}

double RoughMoments::operator()(double rho) const {
  const double place =
      std::clamp(steady::log(rho / first) / steady::log(ratio), 0.0, static_cast<double>(values_.size()) - 1.001);
  const auto i = static_cast<std::size_t>(place);
  const double share = place - static_cast<double>(i);
  return values_[i] + share * (values_[i + 1] - values_[i]);
}

double RoughMoments::log_size(double rho, double y) const {
  const double g = std::clamp(rho / y, 1e-3, 1.5);
  const double f = std::clamp(y * s_ * s_ / t_, 0.0, 3.0);
  return t_ * f * f / (2 * s_ * s_) - rho * steady::log(steady::sin(g)) + rough_log_gamma(rho, 0) +
         (*this)(rho)-y * (M_PI_2 + f - g) - rough_log_gamma(rho, y);
}

}  // namespace hallmark::allocation
