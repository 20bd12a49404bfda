#include "bounds/allocation/quadrature_rule.hpp"

#include <cmath>

#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr double log_2 = 0.6931471805599453;
constexpr double pi_down = 3.14159265358979;

}  // namespace

std::optional<QuadratureRule> choose_rule(const Ball& r, slong bits) {
  const slong work = r.bits();
  const double r_up = r.to_double_up();
  const double depth = static_cast<double>(bits + 4) * log_2;
  double best_h = 0;
  double best_d = 0;
  // For large r the best strip is near sqrt(2 depth / r), for small r near pi/2: a geometric grid finds either.
  for (double d = 1.565; d > 1e-12; d *= 0.93) {
    const double h = 2 * pi_down * d / (depth - r_up * steady::log(steady::cos(d)));
    if (h > best_h) {
      best_h = h;
      best_d = d;
    }
  }
  if (!(best_h > 0) || !std::isfinite(r_up)) return std::nullopt;
  const Rational h = short_dyadic(best_h, 10);
  const Rational d = short_dyadic(best_d, 20);
  const Ball pi = Ball::pi(work);
  const Ball strip(d, work);
  if (less(2 * strip, pi) != Truth::yes) return std::nullopt;
  const Ball kappa = 2 * exp(-r * log(cos(strip))) / expm1(2 * pi * strip / Ball(h, work));
  if (less(kappa, Rational("1/2")) != Truth::yes) return std::nullopt;
  return QuadratureRule{h, kappa};
}

}  // namespace hallmark::allocation
