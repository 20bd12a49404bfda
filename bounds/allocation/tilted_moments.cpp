#include "bounds/allocation/tilted_moments.hpp"

#include <algorithm>
#include <cmath>

#include "exact/error.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"

namespace hallmark::allocation {
namespace {

constexpr double log_2 = 0.6931471805599453;
constexpr double pi_down = 3.14159265358979;
constexpr double most_nodes = 1e6;
constexpr slong guard_bits = 32;

}  // namespace

TiltedMoments::TiltedMoments(const Number& sigma, slong largest, slong bits) : work_(bits + guard_bits) {
  require(sigma.sign() > 0 && largest >= 0 && bits > 0, "a positive sigma, order and precision");
  const Ball s = 1 / sigma.ball(work_);
  const double s_near = roughly(s);
  const double depth = static_cast<double>(bits + 4) * log_2;
  if (!(s_near > 1e-150) || !(s_near < 1e150)) return;
  const Rational d = short_dyadic(std::min(0.999 * pi_down / 2 / s_near, std::sqrt(2 * depth)), 20);
  const double d_near = roughly(Ball(d, 64));
  const Rational h = short_dyadic(2 * pi_down * d_near / (depth + d_near * d_near / 2 + 1), 10);
  if (less(s * Ball(d, work_) * 2, Ball::pi(work_)) != Truth::yes) return;

  const double h_near = roughly(Ball(h, 64));
  const double reach = std::sqrt(2 * depth);
  const double first = std::floor(-reach / h_near);
  const double last = std::ceil((reach + static_cast<double>(largest) * s_near) / h_near);
  if (!(last - first < most_nodes)) return;
  for (slong j = static_cast<slong>(first); j <= static_cast<slong>(last); ++j) {
    const Ball x(h * j, work_);
    nodes_.push_back({exp(s * x - s * s / 2), normal_density(x) * Ball(h, work_)});
  }

  const Ball strip(d, work_);
  const Ball alias = 2 * exp(strip * strip / 2) / expm1(2 * Ball::pi(work_) * strip / Ball(h, work_));
  const Ball left(h * static_cast<slong>(-first), work_);
  const Ball left_rest = normal_density(left) / left;
  for (slong p = 0; p <= largest; ++p) {
    const Ball right = Ball(h * static_cast<slong>(last), work_) - s * p;
    require(is_positive(right) == Truth::yes, "nodes that reach beyond the tilted mean");
    const Ball mean = exp(s * s * Ball(Rational(p) * (p - 1) / 2, work_));
    errors_.push_back(mean * (alias + normal_density(right) / right) + left_rest);
  }
}

std::vector<Ball> TiltedMoments::operator()(const Ball& theta, slong p) const {
  require(usable() && p >= 0 && p < static_cast<slong>(errors_.size()), "an order the sum was made for");
  std::vector<Ball> sums(static_cast<std::size_t>(p) + 1, Ball(0, work_));
  const Ball minus = -theta.with_bits(work_);
  Ball term(0, work_);
  for (const Node& node : nodes_) {
    term = exp(minus * node.ratio);
    term *= node.weight;
    for (std::size_t i = 0;; ++i) {
      sums[i] += term;
      if (i + 1 == sums.size()) break;
      term *= node.ratio;
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) sums[i].widen(errors_[i]);
  return sums;
}

}  // namespace hallmark::allocation
