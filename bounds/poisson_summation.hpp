// What the inversions by Poisson summation share: the sum over the nodes of a line, how large the two weights get, and
// what all aliases add together.
#pragma once

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>
#include <vector>

#include "exact/ball.hpp"
#include "exact/complex_ball.hpp"
#include "exact/rational.hpp"
#include "exact/steady.hpp"
#include "exact/turning_sums.hpp"

namespace hallmark::poisson_summation {

/// a^a / (1+a)^(1+a): the largest (1 - e^-x) e^(-ax) and the largest (e^x - 1) e^(-(1+a)x) over x >= 0.
/// Kind:      encloses
/// Domain:    a > 0
[[nodiscard]] inline Ball peak(const Rational& a, slong bits) {
  const Ball x(a, bits);
  return exp(x * log(x) - (1 + x) * log1p(x));
}

/// ln of the same.
/// Kind:      a proposal
/// Domain:    a > 0
[[nodiscard]] inline double ln_peak(double a) { return a * steady::log(a) - (1 + a) * steady::log1p(a); }

/// ln delta(eps) by the saddle point a = e^v, at most 0: objective(v) = ln M(a) - a eps - ln a - ln(1 + a), least at v.
/// Kind:      a proposal
/// Domain:    objective is finite near v
template <typename Objective>
[[nodiscard]] double ln_delta_at_saddle(const Objective& objective, double v) {
  constexpr double w = 0.02;
  const double a = steady::exp(v);
  const double middle = objective(v);
  const double curvature = (objective(v + w) - 2 * middle + objective(v - w)) / (w * w * a * a);
  const double gauss = curvature > 0 ? -0.5 * steady::log(2 * std::numbers::pi * curvature) : -v;
  return std::min(0.0, middle + gauss);
}

/// r + r^2 + r^3 + ... = r/(1-r); nothing is known unless r < 1 is proved.
/// Kind:      encloses
[[nodiscard]] inline Ball geometric(const Ball& r) {
  if (less(r, Ball(1, r.bits())) != Truth::yes) return Ball::anything(r.bits());
  return r / (1 - r);
}

/// The nodes a + i k dt, k = 0, 1, ..., of a line.
struct Nodes {
  const Rational& a;
  const Rational& dt;
};

/// The values at the nodes in fine integers: nothing where they are known better, or would lose some of so many bits.
/// Kind:      encloses
[[nodiscard]] std::optional<TurnedSeries> fine_values(const std::vector<ComplexBall>& values, slong bits,
                                                      const TurningPlan& plan);

/// dt/pi Re sum of e^(-i k dt eps) value_k, the first by half; `derivative`: with a factor -(a + i k dt). `fine`: the same
/// values, or nothing.
/// Kind:      encloses
/// Domain:    balls of one precision
/// Rigor:     in balls the turns are products of at most 16 factors, then computed anew
/// Cost:      two products a node
[[nodiscard]] Ball series(const Nodes& nodes, const std::vector<ComplexBall>& values,
                          const std::optional<TurnedSeries>& fine, const Ball& eps, bool derivative);

}  // namespace hallmark::poisson_summation
