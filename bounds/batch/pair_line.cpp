#include "bounds/batch/pair_line.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <mutex>
#include <numbers>

#include "bounds/batch/pairs.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::composition {
namespace {

using poisson_gaussian::Line;
using poisson_gaussian::Mechanism;
using poisson_gaussian::Pair;
using poisson_gaussian::Scout;
using poisson_gaussian::StepModel;
using poisson_gaussian::StepTransform;
using poisson_gaussian::TurnedLine;

constexpr double bound_accuracy = -34;  // of ln M, for bounds

double about(const Rational& x) { return roughly(Ball(x, 64)); }

std::unique_ptr<StepModel> model_of(const Mechanism& m, Direction direction) {
  const double sigma = roughly(m.sigma.ball(64));
  const double rate = roughly(m.rate.ball(64));
  const Pair pair = directed(m.pair, direction);
  if (pair.coupled) return poisson_gaussian::coupled_model(sigma, rate);
  if (is_usual(pair)) return poisson_gaussian::zero_out_model(sigma, rate, pair.up == 0);
  return poisson_gaussian::mixture_model(sigma, rate, pair.up, pair.down);
}

// About ln of the integral of the moduli on the line.
double ln_integral(const TurnedLine& line, double a, double t) {
  double top = -std::numeric_limits<double>::infinity();
  std::vector<double> terms(line.p.size());
  for (std::size_t i = 0; i < terms.size(); ++i) {
    terms[i] = (1 + a) * line.p[i] - a * line.q[i] - t * line.angle[i] + line.weight[i];
    top = std::max(top, terms[i]);
  }
  double sum = line.atom > 0 ? line.atom * steady::exp(-top - line.before - line.after) : 0;
  for (const double term : terms) sum += steady::exp(term - top);
  return line.before + line.after + top + steady::log(sum);
}

class PairLine : public LineTransform {
 public:
  PairLine(const Mechanism& mechanism, Direction direction)
      : PairLine({transform_of(mechanism, direction), [&] { return model_of(mechanism, direction); }}) {}
  explicit PairLine(ModelledStep step)
      : step_(std::move(step.transform)), model_(step.model()), scout_(step.model(), 1) {}

  [[nodiscard]] double cumulant(double a) const override {
    const std::lock_guard lock(mutex_);
    return scout_.cumulant(a);
  }

  [[nodiscard]] double cumulant_at(double a, double t) const override {
    return std::min(cumulant(a), best_height(a, t).ln_bound);
  }

  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const Path& path, const Budget& budget) const override {
    const auto line = values_line(path);
    if (!line) return std::nullopt;
    const TurningPlan plan = line->plan(path.nodes, path.ln_error);
    const auto at = step_->values(path.a, path.dt, *line, at_most(path.a, path.bits, budget), path.bits, plan, budget);
    std::vector<ComplexBall> all(static_cast<std::size_t>(path.nodes), ComplexBall(path.bits));
    const slong block = plan.block;
    parallel_for((path.nodes + block - 1) / block, [&](slong piece) {
      if (budget.expired()) return;
      const slong begin = piece * block;
      const auto some = at(begin, std::min(block, path.nodes - begin));
      std::copy(some.begin(), some.end(), all.begin() + begin);
    });
    if (budget.expired()) return std::nullopt;
    return all;
  }

  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget& budget) const override {
    const auto line = bound_line(a);
    return line ? step_->bound(a, *line, bits, budget) : Ball::anything(bits);
  }

  [[nodiscard]] Ball beyond(const Path& path, slong bits, const Budget& budget) const override {
    const Ball norm = at_most(path.a, bits, budget);
    const auto line = beyond_line(path);
    if (!line) return norm;
    const Ball turned = step_->bound_beyond(path.a, path.dt * path.nodes, *line, bits, norm, budget);
    return less(turned, norm) == Truth::yes ? turned : norm;
  }

  [[nodiscard]] std::optional<Line> values_line(const Path& path) const {
    const std::lock_guard lock(mutex_);
    return scout_.transform_line(about(path.a), path.ln_error - std::max(0.0, scout_.cumulant(about(path.a))));
  }
  [[nodiscard]] std::optional<Line> bound_line(const Rational& a) const {
    const std::lock_guard lock(mutex_);
    return scout_.bound_line(about(a), 0, 0, bound_accuracy);
  }
  [[nodiscard]] std::optional<Line> beyond_line(const Path& path) const {
    const double end = about(path.dt * path.nodes);
    const Height height = best_height(about(path.a), end);
    const std::lock_guard lock(mutex_);
    const double below = std::min(0.0, height.ln_bound - scout_.cumulant(about(path.a)));
    return scout_.bound_line(about(path.a), end, height.at, bound_accuracy + below);
  }

 private:
  struct Height {
    double at;
    double ln_bound;
  };
  // The height of the line on which the integral is about least. Many t are asked for at one a, and the lines of all
  // heights are the same for them.
  [[nodiscard]] Height best_height(double a, double t) const {
    const std::lock_guard lock(mutex_);
    if (turned_.empty() || turned_at_ != a) {
      constexpr int count = 12;
      constexpr double fall = 0.72;
      turned_.clear();
      turned_at_ = a;
      double height = std::min(0.35 * std::numbers::pi * model_->scale(), 8.0);
      for (int i = 0; i < count; ++i, height *= fall) turned_.push_back(model_->turned(height, a));
    }
    Height best{0, std::numeric_limits<double>::infinity()};
    for (const TurnedLine& line : turned_) {
      const double bound = ln_integral(line, a, t);
      if (bound < best.ln_bound) best = {line.height, bound};
    }
    return best;
  }

  std::unique_ptr<StepTransform> step_;
  std::unique_ptr<StepModel> model_;
  mutable std::mutex mutex_;
  mutable Scout scout_;  // keeps what it has computed
  mutable double turned_at_ = 0;
  mutable std::vector<TurnedLine> turned_;  // at turned_at_
};

class CoinLine : public LineTransform {
 public:
  explicit CoinLine(std::vector<CoinSide> sides) : sides_(std::move(sides)) {}

  [[nodiscard]] double cumulant(double a) const override {
    return mean([&](const LineTransform& x) { return x.cumulant(a); });
  }
  [[nodiscard]] double cumulant_at(double a, double t) const override {
    return mean([&](const LineTransform& x) { return x.cumulant_at(a, t); });
  }
  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const Path& path, const Budget& budget) const override {
    std::vector<ComplexBall> all(static_cast<std::size_t>(path.nodes), ComplexBall(path.bits));
    for (const CoinSide& side : sides_) {
      const auto some = side.transform->values(path, budget);
      if (!some) return std::nullopt;
      const Ball weight = side.weight(path.bits);
      for (std::size_t i = 0; i < all.size(); ++i) all[i] = all[i] + (*some)[i] * weight;
    }
    return all;
  }
  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget& budget) const override {
    Ball sum(0, bits);
    for (const CoinSide& side : sides_) sum += side.weight(bits) * side.transform->at_most(a, bits, budget);
    return sum;
  }
  [[nodiscard]] Ball beyond(const Path& path, slong bits, const Budget& budget) const override {
    Ball sum(0, bits);
    for (const CoinSide& side : sides_) sum += side.weight(bits) * side.transform->beyond(path, bits, budget);
    return sum;
  }

 private:
  template <typename Part>
  [[nodiscard]] double mean(const Part& part) const {
    double top = -std::numeric_limits<double>::infinity();
    std::vector<double> terms;
    for (const CoinSide& side : sides_) {
      terms.push_back(roughly(log(side.weight(64))) + part(*side.transform));
      top = std::max(top, terms.back());
    }
    double sum = 0;
    for (const double term : terms) sum += steady::exp(term - top);
    return top + steady::log(sum);
  }

  std::vector<CoinSide> sides_;
};

}  // namespace

std::shared_ptr<const LineTransform> pair_line_transform(const Mechanism& m, Direction direction) {
  if (!poisson_gaussian::scout_of({m.rate, m.sigma, 1, m.pair}, direction)) return nullptr;
  return std::make_shared<const PairLine>(m, direction);
}

std::shared_ptr<const LineTransform> step_line_transform(ModelledStep step) {
  return std::make_shared<const PairLine>(std::move(step));
}

std::optional<BatchLines> pair_lines(const Mechanism& m, Direction direction, const Path& path) {
  if (!poisson_gaussian::scout_of({m.rate, m.sigma, 1, m.pair}, direction)) return std::nullopt;
  return step_lines({transform_of(m, direction), [&] { return model_of(m, direction); }}, path);
}

std::optional<BatchLines> step_lines(ModelledStep step, const Path& path) {
  const PairLine pair(std::move(step));
  const auto values = pair.values_line(path);
  const auto norm = pair.bound_line(path.a);
  const auto beyond = pair.beyond_line(path);
  const auto right = pair.bound_line(path.right);
  const auto left = pair.bound_line(-1 - path.left);
  if (!values || !norm || !beyond || !right || !left) return std::nullopt;
  return BatchLines{*values, *norm, *beyond, *right, *left};
}

std::shared_ptr<const LineTransform> coin_line_transform(std::vector<CoinSide> sides) {
  for (const CoinSide& side : sides) {
    if (side.transform == nullptr) return nullptr;
  }
  return std::make_shared<const CoinLine>(std::move(sides));
}

}  // namespace hallmark::composition
