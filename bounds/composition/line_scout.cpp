#include "bounds/composition/line_scout.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "bounds/poisson_summation.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::composition {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;

double or_infinite(double x) { return std::isfinite(x) ? x : infinity; }

}  // namespace

double LineScout::cumulant(double a) const {
  double sum = 0;
  for (const LineFactor& f : factors_) sum += static_cast<double>(f.rounds) * f.transform->cumulant(a);
  return sum;
}

double LineScout::cumulant_at(double a, double t) const {
  double sum = 0;
  for (const LineFactor& f : factors_) sum += static_cast<double>(f.rounds) * f.transform->cumulant_at(a, t);
  return sum;
}

double LineScout::objective(double ln_a, double eps) const {
  const double a = steady::exp(ln_a);
  return or_infinite(cumulant(a) - a * eps - ln_a - steady::log1p(a));
}

double LineScout::saddle(double eps) const {
  if (budget_.expired()) return infinity;
  double v = least_place([&](double x) { return objective(x, eps); }, -16, 60, 60);
  for (int i = 0; i < 1000 && !std::isfinite(objective(v, eps)); ++i) v -= 0.05;
  return steady::exp(v);
}

double LineScout::ln_delta(double eps) const {
  const double a = saddle(eps);
  if (!std::isfinite(a)) return infinity;
  return poisson_summation::ln_delta_at_saddle([&](double v) { return objective(v, eps); }, steady::log(a));
}

double LineScout::epsilon(double ln_target) const {
  if (ln_delta(0) <= ln_target) return 0;
  double lo = 0;
  double hi = 1;
  while (hi < 1e6 && ln_delta(hi) > ln_target) {
    lo = hi;
    hi *= 2;
  }
  constexpr int patience = 60;
  for (int i = 0; i < patience && hi - lo > 1e-6 * hi; ++i) {
    const double middle = lo > 0 ? (lo + hi) / 2 : hi / 16;
    (ln_delta(middle) > ln_target ? lo : hi) = middle;
    if (hi < 1e-12) break;
  }
  return (lo + hi) / 2;
}

// Lines around the saddle; everywhere where there is none, left of eps = 0.
std::vector<double> LineScout::candidates(double eps) const {
  double least = 0;
  for (const LineFactor& f : factors_) least = std::max(least, f.transform->least_line());
  std::vector<double> lines;
  if (eps < 0) {
    constexpr double first = 0.05, last = 2e4, ratio = 1.35;
    for (double a = first; a < last; a *= ratio) lines.push_back(std::max(a, least));
    return lines;
  }
  const double best = saddle(eps);
  if (!std::isfinite(best) || !std::isfinite(objective(steady::log(best), eps))) return {};
  for (const double share : {1.25, 0.9, 0.65, 0.45}) lines.push_back(std::max(best * share, least));
  return lines;
}

std::optional<Path> LineScout::path(double eps, double ln_size, double ln_tolerance) const {
  const double ln_error = ln_size + ln_tolerance - 4;  // each part of the error
  const std::vector<double> lines = candidates(eps);
  Path chosen;
  double least_cost = infinity;
  double lost_bits = 0;
  constexpr int most_steps = 35;  // of 4, from 1e-9 on: to 1e12
  const auto height = [](int steps) { return std::ldexp(1e-9, 2 * steps); };
  constexpr int usual_step = 15;
  int step = usual_step;
  for (const double a : lines) {
    if (budget_.expired()) return std::nullopt;
    const auto right_period = [&](double v) {
      const double b = a + steady::exp(v);
      return or_infinite((cumulant(b) - b * eps + poisson_summation::ln_peak(b) - ln_error) / (b - a));
    };
    const auto left_period = [&](double v) {
      const double p = steady::exp(v);
      return or_infinite((cumulant(-1 - p) + (1 + p) * eps + poisson_summation::ln_peak(p) - ln_error) / (a + 1 + p));
    };
    const double at_right = least_place(right_period, steady::log(a) - 8, steady::log(a) + 8, 30);
    const double at_left = least_place(left_period, steady::log1p(a) - 10, steady::log1p(a) + 8, 30);
    const double period = std::max({right_period(at_right), left_period(at_left), 1e-3 / a});
    const auto excess = [&](double t) { return cumulant_at(a, t) - a * eps - steady::log(pi * t) - ln_error; };
    if (!std::isfinite(period)) continue;
    // The end of one line is near that of the next.
    while (excess(height(step)) > 0 && step < most_steps) ++step;
    if (step == most_steps) {
      step = usual_step;
      continue;
    }
    while (step > 0 && excess(height(step - 1)) <= 0) --step;
    double high = height(step), low = height(step - 1);
    while (high > 1.01 * low) {
      const double middle = std::sqrt(low * high);
      (excess(middle) < 0 ? high : low) = middle;
    }
    const double lost = std::max(0.0, cumulant(a) - a * eps - steady::log(a) - ln_size);
    const double nodes = high * period * 1.0002 / (2 * pi) + 2;
    double cost = nodes * (1 + lost / 60);
    for (const LineFactor& f : factors_) cost += f.transform->line_cost(a);
    constexpr double most_nodes = 200'000;
    if (!(cost < least_cost) || nodes > most_nodes) continue;
    least_cost = cost;
    chosen.a = short_dyadic(a, 20);
    chosen.dt = short_dyadic(2 * pi / (period * 1.0001), 20);
    chosen.nodes = static_cast<slong>(nodes);
    chosen.right = std::max(short_dyadic(a + steady::exp(at_right), 20), chosen.a * Rational("1.000001"));
    chosen.left = short_dyadic(steady::exp(at_left), 20);
    // Of a value of M, before its rounds: the sum behind delta weighs it by at most e^(cumulant - a eps)/a.
    double rounds = 0;
    for (const LineFactor& f : factors_) rounds += static_cast<double>(f.rounds);
    const double sum = cumulant(a) - a * eps - std::min(0.0, steady::log(a));
    chosen.ln_error = std::min(ln_error - sum - steady::log(rounds + 1) - 3, -20.0);
    const double closed = -a * period - steady::log(-steady::expm1(-a * period));
    lost_bits = std::max(-chosen.ln_error, closed - ln_error) / std::numbers::ln2;
  }
  if (!std::isfinite(least_cost) || chosen.a.sign() <= 0 || chosen.dt.sign() <= 0 || chosen.left.sign() <= 0) {
    return std::nullopt;
  }
  const double phase = steady::log2(2 + static_cast<double>(chosen.nodes)) + steady::log2(2 + std::abs(eps));
  chosen.bits = static_cast<slong>(lost_bits + 2 * phase + 64);
  return chosen;
}

}  // namespace hallmark::composition
