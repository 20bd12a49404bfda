#include "bounds/allocation/vertical_line.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <limits>
#include <vector>

#include "bounds/allocation/proposals.hpp"
#include "bounds/allocation/rotated_laplace.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr slong guard_bits = 32;

}  // namespace

struct VerticalLine::Data {
  SpectralParameters x;
  LinePlan plan;
  slong work;
  RotatedLaplace laplace;
  std::vector<Ball> re, im;  // of L(theta_k)^t / theta_k^2
  Ball left_factor;          // e^-1 L(a')^t / a'
  Ball tail;                 // sum over the nodes left out of |L^t / theta^2|
  bool complete = true;

  Data(const SpectralParameters& parameters, const LinePlan& p)
      : x(parameters),
        plan(p),
        work(p.bits + guard_bits),
        laplace(parameters.sigma, p.bits),
        re(static_cast<std::size_t>(p.nodes), Ball(0, 2)),
        im(static_cast<std::size_t>(p.nodes), Ball(0, 2)),
        left_factor(0, 64),
        tail(0, 64) {}

  void compute_nodes(const Budget& budget);
  void bound_left_factor();
  void bound_tail(const Budget& budget);
};

void VerticalLine::Data::compute_nodes(const Budget& budget) {
  std::atomic<bool> expired{false};
  parallel_for(plan.nodes, [&](slong k) {
    if (expired || budget.expired()) {
      expired = true;
      return;
    }
    const ComplexBall theta(Ball(plan.a, work), Ball(plan.step * k, work));
    ComplexBall value = pow(laplace(theta).with_bits(work), static_cast<ulong>(x.steps));
    value /= theta * theta;
    re[static_cast<std::size_t>(k)] = value.real();
    im[static_cast<std::size_t>(k)] = value.imaginary();
  });
  complete = !expired;
}

void VerticalLine::Data::bound_left_factor() {
  // L(a') may be far smaller than the L of the nodes: with bits of its own.
  const LogLaplace& logarithm = log_laplace((1 / x.sigma.ball(64)).to_double_up());
  const Ball a(plan.a_alias, work);
  const slong bits = plan.bits + static_cast<slong>(std::min(1e5, -logarithm(a.to_double_up()) / M_LN2));
  const RotatedLaplace precise(x.sigma, bits);
  left_factor = pow(real_laplace(precise, a.with_bits(bits)), static_cast<ulong>(x.steps)) / (a * exp(Ball(1, work)));
}

void VerticalLine::Data::bound_tail(const Budget& budget) {
  const Ball a(plan.a, work);
  const Ball s = 1 / x.sigma.ball(work);
  const LogLaplace& logarithm = log_laplace((1 / x.sigma.ball(64)).to_double_up());
  const Ball t(x.steps, work);
  const RealPower bound(x.sigma, x.steps, plan.bits, laplace);
  const auto power_at = [&](const Ball& y) {  // an upper bound of |L|^t for all Im theta >= y
    const double angle = logarithm.rotated(a.to_double_up(), y.to_double_up()).second;
    if (!(angle > 0)) return Ball(1, work);
    const Ball f(short_dyadic(angle, 20), work);
    const SineCosine turn = sin_cos(f);
    return min(Ball(1, work), exp(t * f * f / (2 * s * s)) * bound(a * turn.cosine + y * turn.sine));
  };
  const Ball step(plan.step, work);
  Ball sum(0, work);
  slong from = plan.nodes;
  constexpr int most_blocks = 60;
  for (int block = 0;; ++block) {
    if (budget.expired()) {
      complete = false;
      return;
    }
    const Ball power = power_at(step * from);
    const Ball first(from, work);
    // All that is left, once it is small beside the blocks before or the blocks end.
    const Ball rest = power * (1 / (first * first) + 1 / first) / (step * step);
    if (block == most_blocks || less(rest * (slong{1} << 20), sum) == Truth::yes) {
      sum += rest;
      break;
    }
    const slong next = from + std::max(slong{1}, from / 8);
    sum += power * (next - from) / (first * first * step * step);
    from = next;
  }
  tail = sum;
}

VerticalLine::VerticalLine(const SpectralParameters& parameters, const LinePlan& plan, const Budget& budget) {
  require(parameters.direction != Direction::both && parameters.steps >= 1, "one direction, at least one step");
  require(plan.a.sign() > 0 && plan.step.sign() > 0 && plan.a_alias > plan.a && plan.nodes >= 1,
          "a plan in the right half plane");
  data_ = std::make_unique<Data>(parameters, plan);
  data_->compute_nodes(budget);
  if (!data_->complete) return;
  data_->bound_left_factor();
  data_->bound_tail(budget);
}

VerticalLine::~VerticalLine() = default;

Ball VerticalLine::delta(const Number& eps) const {
  const Data& d = *data_;
  const slong work = d.work;
  if (!d.complete) return Ball::between(0, 1, work);
  const bool remove = d.x.direction == Direction::remove;
  const Ball t(d.x.steps, work);
  const Ball growth = exponential(eps, work);
  const Ball c = remove ? t * growth : t / growth;
  const Ball a(d.plan.a, work);
  const Ball step(d.plan.step, work);
  const Ball width = 2 * Ball::pi(work) / step;

  // T(c)
  Ball sum = d.re[0] / 2;
  for (std::size_t k = 1; k < d.re.size(); ++k) {
    const SineCosine turn = sin_cos(c * (step * static_cast<slong>(k)));
    sum += turn.cosine * d.re[k] - turn.sine * d.im[k];
  }
  sum.widen(d.tail);
  const Ball trapezoid = 2 * exp(c * a) * sum / width;

  const Ball r = exp(-a * width);
  const Ball complement = -expm1(-a * width);  // 1 - r
  const Ball closed = (c - t) * r / complement + width * r / (complement * complement);
  Ball left(0, work);
  if (less_equal(c, width) != Truth::yes) {
    const Ball gap = (Ball(d.plan.a_alias, work) - a) * width;
    left = exp(Ball(d.plan.a_alias, work) * c) * d.left_factor * exp(-gap) / -expm1(-gap);
  }
  Ball result(0, work);
  if (remove) {
    const Ball whole = trapezoid - closed - (c - t);  // C(c) (1 + [0, r/(1-r)]) + [0, left]
    if (!whole.is_finite() || !left.is_finite()) return Ball::between(0, 1, work);
    const Ball low = max((whole - left) * complement, Ball(0, work));
    result = hull(low, max(whole, Ball(0, work))) / t;
  } else {
    const Ball s = 1 / d.x.sigma.ball(work);
    const Ball v = t * expm1(s * s);
    const Ball x = c + width - t;
    Ball right = t;
    if (is_positive(x) == Truth::yes) right = min(t, v / (2 * (sqrt(v + x * x) + x)));
    const Ball high = trapezoid - closed;
    const Ball low = high - left - right * r / complement;
    if (!high.is_finite() || !low.is_finite()) return Ball::between(0, 1, work);
    result = hull(max(low, Ball(0, work)), max(high, Ball(0, work))) * growth / t;
  }
  return result;
}

std::optional<LinePlan> propose_line(const SpectralParameters& parameters, const Number& eps, slong bits,
                                     double log_delta, slong most_nodes) {
  const Scales q(parameters, eps);
  if (!q.usable()) return std::nullopt;
  const LogLaplace& logarithm = log_laplace(q.s);
  const double depth = static_cast<double>(bits) * M_LN2;
  const double log_value = q.log_value(log_delta);
  const double log_error = log_value - depth;
  double best_nodes = static_cast<double>(most_nodes) + 1;
  LinePlan plan{};
  for (double width = std::min(q.deviation, q.c) / 8; width < 4 * (q.c + 60 * q.deviation); width *= 1.12) {
    double need = depth;
    if (!q.remove) {
      const double x = std::max(0.0, q.c + width - q.t);
      const double v = q.deviation * q.deviation;
      need += std::max(0.0, steady::log(std::min(q.t, v / (2 * (std::sqrt(v + x * x) + x)))) - log_value);
    }
    const double a = (need + 2) / width;
    double a_alias = 2 * a;
    if (width < 1.001 * q.c) {
      double left = std::numeric_limits<double>::infinity();
      for (double b = a + 0.5 / width; b < 1e6 * a; b = a + (b - a) * 1.25) {
        const double ratio = (b - a) * width;
        const double value =
            logarithm.exponent(b, q.c, q.t) - 1 - steady::log(b) - ratio - steady::log(-steady::expm1(-ratio));
        if (value < left) left = value, a_alias = b;
      }
      if (left > log_error - 2) continue;
    }
    // The first height from which the nodes may be left out.
    const auto tail = [&](double y) {
      return a * (q.c - q.t) + q.t * logarithm.rotated(a, y).first - steady::log(y) + 2;
    };
    double low = 1 / (q.c + width), high = low;
    while (tail(high) > log_error && high < 1e300 / width) high *= 2;
    if (high * width / 6 > 4 * best_nodes) continue;
    low = high / 2;
    for (int i = 0; i < 8; ++i) {
      const double middle = std::sqrt(low * high);
      (tail(middle) > log_error ? low : high) = middle;
    }
    const double nodes = high * width / (2 * M_PI) + 2;
    if (nodes >= best_nodes) continue;
    // What is subtracted: c - t, or for add its alias alone. The line itself goes near the saddle point: no larger.
    const double closed = steady::log(std::abs(q.c - q.t) + 1e-300) - (q.remove ? 0 : a * width);
    const double peak =
        std::max({logarithm.exponent(a, q.c, q.t) - 2 * steady::log(a) - steady::log(width), closed, log_value});
    const double cancellation = (peak - log_value) / M_LN2 + steady::log2(q.t) - logarithm(a) / M_LN2;
    best_nodes = nodes;
    plan.a = short_dyadic(a, 12);
    plan.step = short_dyadic(2 * M_PI / width, 20);
    plan.a_alias = std::max(short_dyadic(a_alias, 12), plan.a + short_dyadic(a / 64, 12));
    plan.nodes = static_cast<slong>(nodes) + 1;
    plan.bits = bits + 16 + static_cast<slong>(std::max(0.0, cancellation));
  }
  if (best_nodes > static_cast<double>(most_nodes)) return std::nullopt;
  return plan;
}

}  // namespace hallmark::allocation
