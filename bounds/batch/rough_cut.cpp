#include "bounds/batch/rough_cut.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "bounds/poisson_summation.hpp"
#include "exact/gauss_legendre.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

using Complex = std::complex<double>;

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr double pi = std::numbers::pi;

double or_infinite(double x) { return std::isfinite(x) ? x : infinity; }

double normal_below(double z) { return steady::erfc(-z / std::numbers::sqrt2) / 2; }

// r/(1-r) of r = e^-x.
double geometric(double x) { return 1 / steady::expm1(x); }

}  // namespace

std::optional<double> deciding_cut(const RoughSteps& s, double end) {
  const double others = -steady::log1p(-s.rate) * (s.steps - 1);
  const double x = 1 + steady::expm1(s.add ? others - end : others + end) * (1 + 1e-9) / s.rate;
  if (!(x > 1e-200 && x < 1e200)) return std::nullopt;
  return steady::log(x);
}

// Rules of eight nodes on pieces on which neither the density nor e^(z x) changes by much.
std::vector<RoughPoint> rough_points(const RoughSteps& s, double cut, double largest_turn) {
  constexpr slong nodes = 8;
  constexpr std::size_t most_points = 200'000;
  constexpr double far_left = 9, far_right = 37, widest = 1.5, longest = 60, most = 6, narrowest = 1e-4;
  const auto rule = gauss_legendre(nodes, 64);
  const double deviation = 1 / s.sigma, mean = -deviation * deviation / 2;
  const auto ln_l = [&](double u) { return steady::log1p(s.rate * steady::expm1(u)); };
  std::vector<RoughPoint> all;
  double left = std::min(mean - far_left * deviation, cut - 2 * deviation);
  const double last = std::max(left + deviation, std::min(cut, mean + far_right * deviation));
  const double size = std::max(largest_turn, longest / (ln_l(last) - ln_l(left)));  // of z
  while (left < last) {
    if (all.size() >= most_points) return {};
    double right = std::min(last, left + widest * deviation);
    while (size * (ln_l(right) - ln_l(left)) > most && right - left > narrowest * deviation) {
      right = left + (right - left) / 2;
    }
    for (const QuadratureNode& node : *rule) {
      const double u = (left + right) / 2 + (right - left) / 2 * roughly(node.at);
      const double z = (u - mean) / deviation, x = ln_l(u);
      const double density = steady::exp(-z * z / 2) / (deviation * std::sqrt(2 * pi));
      const double q = (right - left) / 2 * roughly(node.weight) * density;
      all.push_back(s.add ? RoughPoint{-x, q} : RoughPoint{x, q * steady::exp(x)});
    }
    left = right;
  }
  return all;
}

double RoughCut::ln_transform(const std::vector<RoughPoint>& points, double a) const {
  double top = -infinity, sum = 0;
  for (const RoughPoint& point : points) top = std::max(top, a * point.x);
  for (const RoughPoint& point : points) sum += point.p * steady::exp(a * point.x - top);
  return steps_.steps * (top + steady::log(sum));
}

// The saddle point, and the period at which aliases are negligible.
bool RoughCut::find_line(const std::vector<RoughPoint>& points, double at, double ln_error) {
  const auto objective = [&](double v) {
    const double a = steady::exp(v);
    return or_infinite(ln_transform(points, a) - a * at - v - steady::log1p(a));
  };
  const double v = least_place(objective, -16, 60, 50);
  a_ = 0.9 * steady::exp(v);
  if (!std::isfinite(objective(v))) return false;
  const auto right = [&](double w) {
    const double b = a_ + steady::exp(w);
    return or_infinite((ln_transform(points, b) - b * at + poisson_summation::ln_peak(b) - ln_error) / (b - a_));
  };
  const auto left = [&](double w) {
    const double b = steady::exp(w);
    const double ln_size = ln_transform(points, -1 - b) + (1 + b) * at + poisson_summation::ln_peak(b);
    return or_infinite((ln_size - ln_error) / (a_ + 1 + b));
  };
  constexpr double wide = 8;
  constexpr int search = 14;
  const double ln_a = steady::log(a_), ln_a1 = steady::log1p(a_);
  period_ = std::max({right(least_place(right, ln_a - wide, ln_a + wide, search)),
                      left(least_place(left, ln_a1 - wide, ln_a1 + wide, search)), 1e-3 / a_});
  return std::isfinite(period_);
}

// The values at the nodes until they are negligible; whether they are so in the end.
bool RoughCut::find_values(const std::vector<RoughPoint>& points, double at, double ln_error, std::size_t longest) {
  constexpr std::size_t pause = 8, most_products = 10'000'000;
  constexpr double negligible = 1e-17;
  const double dt = 2 * pi / period_;
  std::vector<Complex> turned, turns;
  double most = 0;
  for (const RoughPoint& point : points) most = std::max(most, point.p * steady::exp(a_ * point.x));
  for (const RoughPoint& point : points) {
    const double weight = point.p * steady::exp(a_ * point.x);
    if (!(weight > negligible * most)) continue;
    turned.emplace_back(weight, 0);
    turns.push_back(steady::exp(Complex(0, dt * point.x)));
  }
  if (turns.size() * longest > most_products) return false;
  std::size_t small = 0;
  values_.clear();
  while (values_.size() < longest && small < pause) {
    Complex sum = 0;
    for (std::size_t i = 0; i < turned.size(); ++i) {
      sum += turned[i];
      turned[i] *= turns[i];
    }
    const Complex z(a_, dt * static_cast<double>(values_.size()));
    const Complex ln_value = steps_.steps * steady::log(sum) - steady::log(z) - steady::log(z + 1.0);
    values_.push_back(steady::exp(ln_value));
    const bool is_small = ln_value.real() - a_ * at + steady::log(1 + z.imag()) - steady::log(pi) < ln_error;
    small = is_small ? small + 1 : 0;
  }
  return small == pause;
}

std::optional<RoughCut> RoughCut::build(const RoughSteps& s, double end, double at, double ln_size) {
  constexpr double most_steps = 1e9, accuracy = -7, spare = 3;
  const auto cut = deciding_cut(s, end);
  if (!cut || s.steps > most_steps) return std::nullopt;
  RoughCut rough(s);
  const double deviation = 1 / s.sigma, y = (*cut + deviation * deviation / 2) / deviation;
  const double without = normal_below(-y);
  const double with = (1 - s.rate) * without + s.rate * normal_below(deviation - y);
  rough.without_ = -steady::expm1(s.steps * steady::log1p(-without));
  rough.with_ = -steady::expm1(s.steps * steady::log1p(-with));
  const double ln_error = ln_size + accuracy;
  const std::vector<RoughPoint> few = rough_points(s, *cut, 0);
  if (few.empty() || !rough.find_line(few, at, ln_error - spare)) return std::nullopt;
  rough.p_ = steady::exp(rough.ln_transform(few, 0));
  rough.q_ = steady::exp(rough.ln_transform(few, -1));
  // Points for ever higher frequencies.
  constexpr std::size_t first = 256, last = 4096;
  for (std::size_t nodes = first; nodes <= last; nodes *= 4) {
    const double turn = static_cast<double>(nodes) * 2 * pi / rough.period_;
    const std::vector<RoughPoint> points = rough_points(s, *cut, turn);
    if (points.empty()) return std::nullopt;
    if (rough.find_values(points, at, ln_error, nodes)) return rough;
  }
  return std::nullopt;
}

RoughCut::Value RoughCut::at(double eps) const {
  const double dt = 2 * pi / period_;
  const Complex turn = steady::exp(Complex(0, -dt * eps));
  Complex turned(dt / pi * steady::exp(-a_ * eps), 0);
  double value = 0, slope = 0;
  for (std::size_t k = 0; k < values_.size(); ++k) {
    const Complex term = turned * values_[k] * (k == 0 ? 0.5 : 1.0);
    value += term.real();
    slope -= (term * Complex(a_, dt * static_cast<double>(k))).real();
    turned *= turn;
  }
  const double e = steady::exp(eps), beyond = q_ * e * geometric((1 + a_) * period_);
  value -= p_ * geometric(a_ * period_) - beyond;
  slope += beyond;
  if (steps_.add) return {value, slope};
  return {value + with_ - e * without_, slope - e * without_};
}

}  // namespace hallmark::poisson_gaussian
