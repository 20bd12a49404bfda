#include "bounds/batch/poisson_phase_line.hpp"

#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>
#include <vector>

#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::composition {
namespace {

using poisson_gaussian::BatchStep;
using poisson_gaussian::Line;
using poisson_gaussian::Scout;
using poisson_gaussian::Transform;
using poisson_gaussian::transform_bound;

constexpr double bound_accuracy = -14;  // of ln M, for bounds

// s of K(s) such that M(a) = K(s).
Rational exponent(Direction direction, const Rational& a) { return direction == Direction::add ? -a : 1 + a; }

double about(const Rational& x) { return roughly(Ball(x, 64)); }

// About ln of the integral that transform_bound takes on a line of that height, at s + it.
double ln_turned(double sigma, double rate, double s, double t, double height) {
  const double angle = height / sigma;
  const double spacing = std::min(0.25, 0.4 * sigma);
  const double reach = 12;
  double top = -std::numeric_limits<double>::infinity();
  std::vector<double> terms;
  for (double y = -reach; y < std::max(0.0, s / sigma) + reach && terms.size() < 20'000; y += spacing) {
    const double u = (y - 1 / (2 * sigma)) / sigma;
    double modulus = u + steady::log(rate);
    double turn = angle;
    if (u < 300) {
      const double half = steady::sin(angle / 2);
      const double real = rate * (steady::expm1(u) * steady::cos(angle) - 2 * half * half);
      const double imaginary = rate * steady::exp(u) * steady::sin(angle);
      modulus = 0.5 * steady::log1p(real * (2 + real) + imaginary * imaginary);
      turn = steady::atan2(imaginary, 1 + real);
    }
    terms.push_back(s * modulus - t * turn - y * y / 2);
    top = std::max(top, terms.back());
  }
  double sum = 0;
  for (const double term : terms) sum += steady::exp(term - top);
  return height * height / 2 + top + steady::log(sum * spacing / std::sqrt(2 * std::numbers::pi));
}

// The height at which that is about least.
struct Height {
  double at;
  double ln_bound;
};
Height best_height(double sigma, double rate, double s, double t) {
  constexpr int count = 14;
  constexpr double fall = 0.72;
  Height best{0, std::numeric_limits<double>::infinity()};
  double height = std::min(1.1 * sigma, 8.0);
  for (int i = 0; i < count; ++i, height *= fall) {
    const double bound = ln_turned(sigma, rate, s, t, height);
    if (bound < best.ln_bound) best = {height, bound};
  }
  return best;
}

class PoissonTransform : public LineTransform {
 public:
  PoissonTransform(const Number& sigma, const Number& rate, Direction direction)
      : step_{sigma, rate},
        direction_(direction),
        scout_(poisson_gaussian::zero_out_model(roughly(sigma.ball(64)), roughly(rate.ball(64)),
                                                direction == Direction::add),
               1) {}

  [[nodiscard]] double cumulant(double a) const override {
    const std::lock_guard lock(mutex_);
    return scout_.cumulant(a);
  }

  [[nodiscard]] double cumulant_at(double a, double t) const override {
    const double s = direction_ == Direction::add ? -a : 1 + a;
    return std::min(cumulant(a),
                    best_height(roughly(step_.sigma.ball(64)), roughly(step_.rate.ball(64)), s, t).ln_bound);
  }

  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const Path& path, const Budget& budget) const override {
    const auto lines = lines_of(path);
    if (!lines) return std::nullopt;
    const Rational s = exponent(direction_, path.a);
    const Ball norm = transform_bound(step_, s, 0, lines->norm, path.bits, std::nullopt, budget);
    const TurningPlan plan = lines->values.plan(path.nodes, path.ln_error);
    const Transform transform(step_, s, path.dt, lines->values, norm, path.bits, plan, budget);
    std::vector<ComplexBall> all(static_cast<std::size_t>(path.nodes), ComplexBall(path.bits));
    const slong block = plan.block;
    parallel_for((path.nodes + block - 1) / block, [&](slong piece) {
      if (budget.expired()) return;
      const slong begin = piece * block;
      const auto some = transform.evaluate(begin, std::min(block, path.nodes - begin));
      for (std::size_t i = 0; i < some.size(); ++i) {
        // M(z) = K(-a - it) in the direction add
        all[static_cast<std::size_t>(begin) + i] = direction_ == Direction::add ? conj(some[i]) : some[i];
      }
    });
    if (budget.expired()) return std::nullopt;
    return all;
  }

  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget& budget) const override {
    const Rational s = exponent(direction_, a);
    const auto line = [&] {
      const std::lock_guard lock(mutex_);
      return scout_.bound_line(about(a), 0, 0, bound_accuracy - 20);
    }();
    return line ? transform_bound(step_, s, 0, *line, bits, std::nullopt, budget) : Ball::anything(bits);
  }

  [[nodiscard]] Ball beyond(const Path& path, slong bits, const Budget& budget) const override {
    const auto lines = lines_of(path);
    if (!lines) return Ball::anything(bits);
    const Rational s = exponent(direction_, path.a);
    const Ball norm = transform_bound(step_, s, 0, lines->norm, bits, std::nullopt, budget);
    const Ball turned = transform_bound(step_, s, path.dt * path.nodes, lines->beyond, bits, norm, budget);
    return less(turned, norm) == Truth::yes ? turned : norm;
  }

 private:
  [[nodiscard]] std::optional<BatchLines> lines_of(const Path& path) const {
    return poisson_lines(step_.sigma, step_.rate, direction_, path);
  }

  BatchStep step_;
  Direction direction_;
  mutable std::mutex mutex_;
  mutable Scout scout_;  // keeps what it has computed
};

}  // namespace

std::optional<BatchLines> poisson_lines(const Number& sigma, const Number& rate, Direction direction,
                                        const Path& path) {
  const double noise = roughly(sigma.ball(64));
  Scout scout(poisson_gaussian::zero_out_model(noise, roughly(rate.ball(64)), direction == Direction::add), 1);
  const double a = about(path.a);
  const double end = about(path.dt * path.nodes);
  const double ln_norm = scout.cumulant(a);
  const auto values = scout.transform_line(a, path.ln_error - std::max(0.0, ln_norm));
  const auto norm = scout.bound_line(a, 0, 0, bound_accuracy - 20);
  // Far below the norm where the steps are few: as accurate as that.
  const Height height = best_height(noise, roughly(rate.ball(64)), about(exponent(direction, path.a)), end);
  const auto beyond = scout.bound_line(a, end, height.at, bound_accuracy + std::min(0.0, height.ln_bound - ln_norm));
  const auto right = scout.bound_line(about(path.right), 0, 0, bound_accuracy - 20);
  const auto left = scout.bound_line(about(-1 - path.left), 0, 0, bound_accuracy - 20);
  if (!values || !norm || !beyond || !right || !left) return std::nullopt;
  return BatchLines{*values, *norm, *beyond, *right, *left};
}

std::shared_ptr<const LineTransform> poisson_line_transform(const Number& sigma, const Number& rate,
                                                            Direction direction) {
  const double noise = roughly(sigma.ball(64));
  const double share = roughly(rate.ball(64));
  if (rate == Number(1) || !(noise >= 0.03 && noise < 1e35) || !(share > 1e-250 && share < 1)) return nullptr;
  return std::make_shared<const PoissonTransform>(sigma, rate, direction);
}

}  // namespace hallmark::composition
