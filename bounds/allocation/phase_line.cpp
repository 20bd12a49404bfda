#include "bounds/allocation/phase_line.hpp"

#include <cmath>
#include <limits>
#include <mutex>
#include <vector>

#include "bounds/allocation/complex_moments.hpp"
#include "bounds/allocation/renyi_add.hpp"
#include "bounds/allocation/renyi_remove.hpp"
#include "bounds/allocation/rough_moments.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::composition {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();
constexpr slong most_order = 64;  // of the integer moments
constexpr slong moment_bits = 128;

// ln E R^k, k = 0 .. most_order.
std::vector<Ball> log_moments(const Number& noise, slong length, const Budget& budget) {
  const Ball s = 1 / noise.ball(4 * moment_bits);
  std::vector<Ball> one;
  for (slong k = 0; k <= most_order; ++k) one.push_back(exp(s * s * (k * (k - 1)) / 2));
  std::vector<Ball> all;
  if (const auto moments = allocation::ratio_moments(one, length, budget)) {
    for (const Ball& m : *moments) all.push_back(log(m).with_bits(moment_bits));
  }
  return all;
}

// An upper bound of ln |M| for every t from there on: block by block, until all that is left is below.
Ball largest_from(const allocation::ComplexMoments& moments, Rational from) {
  constexpr int most_blocks = 80;
  std::optional<Ball> worst;
  for (int block = 0; block < most_blocks; ++block) {
    const Rational to = from * Rational("9/8");
    const Ball here = moments.log_size(from, to);
    worst = worst ? max(*worst, here) : here;
    const Ball rest = moments.log_size(to, std::nullopt);
    if (rest.is_finite() && less(rest, *worst) == Truth::yes) return *worst;
    from = to;
  }
  return max(*worst, moments.log_size(from, std::nullopt));
}

class AllocationTransform : public LineTransform {
 public:
  AllocationTransform(const Number& noise, slong length, Direction direction)
      : noise_(noise),
        length_(length),
        add_(direction == Direction::add),
        rough_(roughly(1 / noise.ball(64)), static_cast<double>(length)),
        log_moments_(log_moments(noise, length, {})) {
    for (const Ball& m : log_moments_) about_.push_back(roughly(m));
  }

  [[nodiscard]] double cumulant(double a) const override {
    const double order = add_ ? -a : 1 + a;  // of R
    if (order < 0) {
      if (-order > allocation::RoughMoments::last / 2) return infinity;
      return -order < least ? rough_(least) * -order / least : rough_(-order);  // 0 at 0
    }
    const auto k = static_cast<std::size_t>(order);
    if (order >= most_order || k + 1 >= about_.size()) return infinity;
    return about_[k] + (order - static_cast<double>(k)) * (about_[k + 1] - about_[k]);
  }
  [[nodiscard]] double cumulant_at(double a, double t) const override {
    const double real = cumulant(a);
    return add_ && a > 0 && t > 0 && std::isfinite(real) && a >= least ? std::min(real, rough_.log_size(a, t)) : real;
  }
  [[nodiscard]] bool proposes_only() const override { return !add_; }
  [[nodiscard]] double least_line() const override { return least; }
  // The integral over w reaches the further to the left the smaller a is.
  [[nodiscard]] double line_cost(double a) const override { return 100 / std::min(a, 100.0); }

  [[nodiscard]] std::optional<std::vector<ComplexBall>> values(const Path& path, const Budget& budget) const override {
    const auto moments = moments_of(path, budget);
    if (!moments) return std::nullopt;
    std::vector<ComplexBall> all;
    for (slong k = 0; k < path.nodes; ++k) all.push_back((*moments)[k]);
    return all;
  }

  [[nodiscard]] Ball at_most(const Rational& a, slong bits, const Budget& budget) const override {
    require(add_, "values of one direction");
    if (a.sign() > 0) {
      const auto moment = allocation::inverse_ratio_moment(noise_, length_, Number(a + 1), 64, budget);
      return moment ? moment->with_bits(bits) : Ball::anything(bits);
    }
    const slong below = floor(-a).to_long();
    if (below + 1 >= static_cast<slong>(log_moments_.size())) return Ball::anything(bits);
    const auto k = static_cast<std::size_t>(below);
    const Ball share(-a - below, moment_bits);
    return exp(log_moments_[k] * (1 - share) + log_moments_[k + 1] * share).with_bits(bits);
  }

  [[nodiscard]] Ball beyond(const Path& path, slong bits, const Budget& budget) const override {
    const auto moments = moments_of(path, budget);
    if (!moments) return Ball::anything(bits);
    const Ball turned = exp(largest_from(*moments, path.dt * path.nodes)).with_bits(bits);
    return less(turned, moments->real()) == Truth::yes ? turned : moments->real().with_bits(bits);
  }

 private:
  static constexpr double least = 0.5;

  [[nodiscard]] std::shared_ptr<const allocation::ComplexMoments> moments_of(const Path& path,
                                                                             const Budget& budget) const {
    require(add_, "values of one direction");
    if (path.a < Rational("1/2")) return nullptr;
    const std::lock_guard lock(mutex_);
    if (kept_ && path.a == kept_path_.a && path.dt == kept_path_.dt && path.nodes == kept_path_.nodes &&
        path.bits == kept_path_.bits) {
      return kept_;
    }
    const auto bits = static_cast<slong>(-path.ln_error / M_LN2) + 16;
    auto made = allocation::ComplexMoments::build(noise_, length_, {path.a, path.dt, path.nodes, bits}, budget);
    kept_ = made ? std::make_shared<const allocation::ComplexMoments>(*std::move(made)) : nullptr;
    kept_path_ = path;
    return kept_;
  }

  Number noise_;
  slong length_;
  bool add_;
  allocation::RoughMoments rough_;
  std::vector<Ball> log_moments_;
  std::vector<double> about_;
  mutable std::mutex mutex_;
  mutable Path kept_path_;
  mutable std::shared_ptr<const allocation::ComplexMoments> kept_;  // of the path asked for last
};

}  // namespace

std::shared_ptr<const LineTransform> allocation_transform(const Number& noise, slong length, Direction direction) {
  const double s = roughly(1 / noise.ball(64));
  if (!(s > 1e-3 && s < 30)) return nullptr;
  return std::make_shared<const AllocationTransform>(noise, length, direction);
}

}  // namespace hallmark::composition
