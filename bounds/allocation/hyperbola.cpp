#include "bounds/allocation/hyperbola.hpp"

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

// e^(c re) times a factor that does not depend on c.
struct Piece {
  Ball re;
  Ball factor;
};

}  // namespace

struct Hyperbola::Data {
  SpectralParameters x;
  HyperbolaPlan plan;
  slong work;
  RotatedLaplace laplace;
  RealPower bound;
  LogLaplace logarithm;                          // a copy, because each thread has a table of its own
  std::vector<Ball> theta_re, theta_im, re, im;  // theta(u_j); L^t theta^-2 mu cos(alpha - iu_j)
  std::vector<Piece> norm_above, norm_axis;      // N(alpha + above), N(0), without 1/(2 pi)
  Piece dropped;                                 // the nodes beyond the last, without 1/(2 pi)
  bool complete = true;

  Data(const SpectralParameters& parameters, const HyperbolaPlan& p)
      : x(parameters),
        plan(p),
        work(p.bits + guard_bits),
        laplace(parameters.sigma, p.bits),
        bound(parameters.sigma, parameters.steps, p.bits, laplace),
        logarithm(log_laplace((1 / parameters.sigma.ball(64)).to_double_up())),
        dropped{Ball(0, 64), Ball::anything(64)} {}

  void compute_nodes(const Budget& budget);
  // An upper bound of |L(theta)|^t where Re theta >= re, Im theta >= im, keeping the angle at least `least`.
  [[nodiscard]] Ball power(const Ball& re, const Ball& im, const Ball& least) const;
  // The factor of everything beyond u on the hyperbola of angle b, and Re theta there.
  [[nodiscard]] Piece beyond(const Ball& b, const Ball& u) const;
  [[nodiscard]] std::vector<Piece> panels(const Ball& b, const Ball& end, const Budget& budget) const;
};

void Hyperbola::Data::compute_nodes(const Budget& budget) {
  const auto size = static_cast<std::size_t>(plan.nodes);
  for (auto* list : {&theta_re, &theta_im, &re, &im}) list->assign(size, Ball(0, 2));
  const Ball mu(plan.mu, work);
  const SineCosine angle = sin_cos(Ball(plan.alpha, work));
  std::atomic<bool> expired{false};
  parallel_for(plan.nodes, [&](slong j) {
    if (expired || budget.expired()) {
      expired = true;
      return;
    }
    const auto at = static_cast<std::size_t>(j);
    const SineCosine u = sinh_cosh(Ball(plan.step * j, work));
    theta_re[at] = mu * (1 - angle.sine * u.cosine);
    theta_im[at] = mu * angle.cosine * u.sine;
    const ComplexBall theta(theta_re[at], theta_im[at]);
    ComplexBall value = pow(laplace(theta).with_bits(work), static_cast<ulong>(x.steps));
    value *= ComplexBall(mu * angle.cosine * u.cosine, mu * angle.sine * u.sine);
    value /= theta * theta;
    re[at] = value.real();
    im[at] = value.imaginary();
  });
  complete = !expired;
}

Ball Hyperbola::Data::power(const Ball& re_least, const Ball& im_least, const Ball& least) const {
  const double proposal = logarithm.rotated(re_least.to_double_down(), im_least.to_double_down()).second;
  const Ball f = max(least, Ball(proposal > 0 ? short_dyadic(proposal, 20) : Rational(0), work));
  const SineCosine turn = sin_cos(f);
  const Ball r = re_least * turn.cosine + im_least * turn.sine;
  if (is_positive(r) != Truth::yes || less_equal(f * 2, Ball::pi(work)) != Truth::yes) return Ball::anything(64);
  const Ball sigma = x.sigma.ball(work);
  const Ball t(x.steps, work);
  // Upper bounds only: L may be below its absolute error.
  return exp(t * f * f * sigma * sigma / 2) * bound(r);
}

Piece Hyperbola::Data::beyond(const Ball& b, const Ball& u) const {
  const Ball mu(plan.mu, work);
  const SineCosine angle = sin_cos(b);
  const SineCosine at = sinh_cosh(u);
  const Ball re_at = mu * (1 - angle.sine * at.cosine);
  const Ball im_at = mu * angle.cosine * at.sine;
  return {re_at, power(re_at, im_at, b) / (mu * angle.cosine * angle.cosine * at.sine)};
}

std::vector<Piece> Hyperbola::Data::panels(const Ball& b, const Ball& end, const Budget& budget) const {
  constexpr slong panel_count = 160;
  const Ball mu(plan.mu, work);
  const SineCosine angle = sin_cos(b);
  const Ball width = end / panel_count;
  std::vector<Piece> pieces(panel_count, Piece{Ball(0, 2), Ball::anything(64)});
  parallel_for(panel_count, [&](slong i) {
    if (budget.expired()) return;
    const SineCosine left = sinh_cosh(width * i);
    const SineCosine right = sinh_cosh(width * (i + 1));
    const Ball re_most = mu * (1 - angle.sine * left.cosine);
    const Ball re_least = mu * (1 - angle.sine * right.cosine);
    const Ball im_least = mu * angle.cosine * left.sine;
    const Ball size = left.cosine - angle.sine;  // |theta| / mu at least
    pieces[static_cast<std::size_t>(i)] = {
        re_most, 2 * width * right.cosine / (mu * size * size) * power(re_least, im_least, Ball(0, work))};
  });
  Piece rest = beyond(b, end);
  rest.factor = 2 * rest.factor;  // u > 0 and u < 0
  pieces.push_back(std::move(rest));
  return pieces;
}

Hyperbola::Hyperbola(const SpectralParameters& parameters, const HyperbolaPlan& plan, const Budget& budget) {
  require(parameters.direction != Direction::both && parameters.steps >= 1, "one direction, at least one step");
  require(plan.mu.sign() > 0 && plan.alpha.sign() > 0 && plan.above.sign() > 0 && plan.step.sign() > 0 &&
              plan.nodes >= 2 && plan.end_above.sign() > 0 && plan.end_axis.sign() > 0,
          "a hyperbola with a strip and two nodes");
  data_ = std::make_unique<Data>(parameters, plan);
  Data& d = *data_;
  d.compute_nodes(budget);
  const Ball end(plan.step * (plan.nodes - 1), d.work);
  d.norm_above = d.panels(Ball(plan.alpha + plan.above, d.work), Ball(plan.end_above, d.work), budget);
  d.norm_axis = d.panels(Ball(0, d.work), Ball(plan.end_axis, d.work), budget);
  d.dropped = d.beyond(Ball(plan.alpha, d.work), end);
  d.dropped.factor = 2 * d.dropped.factor;
}

Hyperbola::~Hyperbola() = default;

Ball Hyperbola::delta(const Number& eps) const {
  const Data& d = *data_;
  const slong work = d.work;
  if (!d.complete) return Ball::between(0, 1, work);
  const bool remove = d.x.direction == Direction::remove;
  const Ball t(d.x.steps, work);
  const Ball growth = exponential(eps, work);
  const Ball c = remove ? t * growth : t / growth;
  Ball sum(0, work);
  for (std::size_t j = 0; j < d.re.size(); ++j) {
    const Ball size = exp(c * d.theta_re[j]) * (j == 0 ? 1 : 2);
    const SineCosine phase = sin_cos(c * d.theta_im[j]);
    sum += size * (phase.cosine * d.re[j] - phase.sine * d.im[j]);
  }
  const Ball h(d.plan.step, work);
  const Ball two_pi = 2 * Ball::pi(work);
  const auto total = [&](const std::vector<Piece>& pieces) {
    Ball all(0, work);
    for (const Piece& p : pieces) all += exp(c * p.re) * p.factor;
    return all;
  };
  const Ball rule = total(d.norm_above) / expm1(two_pi * Ball(d.plan.above, work) / h) +
                    total(d.norm_axis) / expm1(two_pi * Ball(d.plan.alpha, work) / h);
  const Ball error = (rule + exp(c * d.dropped.re) * d.dropped.factor) / two_pi;
  Ball p = h * sum / two_pi;
  if (!p.is_finite() || !error.is_finite()) return Ball::between(0, 1, work);
  p.widen(error);
  const Ball value = remove ? (p - (c - t)) / t : p * growth / t;
  return max(value, Ball(0, work));
}

namespace {

// A proposal, in doubles: the plan whose nodes and bits cost least among those that are tried.
class PlanSearch {
 public:
  PlanSearch(const Scales& scales, slong bits, double log_delta, slong most_nodes)
      : q_(scales),
        logarithm_(log_laplace(scales.s)),
        log_value_(scales.log_value(log_delta)),
        log_error_(log_value_ - static_cast<double>(bits) * M_LN2),
        bits_(bits),
        most_nodes_(static_cast<double>(most_nodes)),
        fewest_nodes_(most_nodes_ + 1) {}

  // A few places first, then from the best of them smaller and smaller steps.
  void run() {
    for (double log_scale = -12; log_scale < 14; log_scale += 3) {
      for (const double b : {0.1, 0.4, 0.8, 1.2}) attempt(log_scale, b);
    }
    for (const double step : {1.0, 0.5, 0.2}) {
      const double scale = best_scale_, width = best_b_;
      for (const double factor : {1 - step / 4, 1.0, 1 + step / 4}) {
        for (const double shift : {-step, 0.0, step}) attempt(scale + shift, width * factor);
      }
    }
  }

  // Where the fewest nodes take more bits than these the transform is small on every contour, and no plan is worth it.
  [[nodiscard]] std::optional<HyperbolaPlan> best(double affordable) const {
    return !std::isfinite(best_price_) || bits_of_fewest_ > affordable ? std::nullopt : std::optional(plan_);
  }

 private:
  static constexpr double du = 0.125;

  struct Norm {
    double log_size, end;
  };

  // A node costs about as the square of its bits: so many more exponentials, each of more words.
  static double price(double nodes, double bits) { return nodes * (bits + 64) * (bits + 64); }

  // The largest ln |F_b(u)|, and the u from which the bound of the rest (whose angle is at least b) is small enough.
  [[nodiscard]] Norm norm(double mu, double b) const {
    double largest = -std::numeric_limits<double>::infinity();
    for (double u = 0; u < 40; u += du) {
      const double x = mu * (1 - steady::sin(b) * steady::cosh(u));
      const double y = mu * steady::cos(b) * steady::sinh(u);
      const auto [power, angle] = logarithm_.rotated(x, y);
      const double fixed = x * (q_.c - q_.t) - steady::log(mu);
      const double size =
          fixed + q_.t * power + steady::log(steady::cosh(u)) - 2 * steady::log(steady::cosh(u) - steady::sin(b));
      if (!std::isfinite(size)) break;
      largest = std::max(largest, size);
      if (size > log_error_ - 3 || u == 0) continue;
      const double rest = fixed + q_.t * (angle < b ? logarithm_.turned(x, y, b) : power) -
                          steady::log(steady::cos(b) * steady::cos(b) * steady::sinh(u));
      if (rest < log_error_ - 3) return {largest + 1.5, u};
    }
    return {std::numeric_limits<double>::infinity(), 40};
  }

  // How many bits the terms of the middle contour lose.
  [[nodiscard]] double lost_bits(const Norm& middle, double mu, double alpha) const {
    const double offset = steady::log(std::abs(q_.c - q_.t) + 1e-300);
    const double peak = std::max({middle.log_size, offset, log_value_});
    const double small = -logarithm_(mu * (1 - steady::sin(alpha))) / M_LN2;
    return (peak - log_value_) / M_LN2 + steady::log2(q_.t) + small;
  }

  void attempt(double log_scale, double b) {
    const double mu = steady::exp(log_scale) / q_.c;
    if (!(b > 0) || b > 1.56) return;
    if (mu != axis_of_) axis_ = norm(mu, 0);
    axis_of_ = mu;
    if (!std::isfinite(axis_.log_size)) return;
    const Norm outer = norm(mu, b);
    if (!std::isfinite(outer.log_size)) return;
    const double need_axis = std::max(1.0, axis_.log_size - log_error_ + 2);
    const double need_outer = std::max(1.0, outer.log_size - log_error_ + 2);
    const double alpha = b * need_axis / (need_axis + need_outer);
    const double h = 2 * M_PI * b / (need_axis + need_outer);
    const double least_bits = static_cast<double>(bits_);
    if (1 / h > most_nodes_) return;
    if (1 / h > fewest_nodes_ && price(1 / h, least_bits) > best_price_) return;
    const Norm middle = norm(mu, alpha);
    const double nodes = middle.end / h + 2;
    if (!std::isfinite(middle.log_size) || nodes > most_nodes_) return;
    const double lost = lost_bits(middle, mu, alpha);
    if (nodes < fewest_nodes_) fewest_nodes_ = nodes, bits_of_fewest_ = least_bits + lost;
    if (price(nodes, least_bits + lost) >= best_price_) return;
    best_price_ = price(nodes, least_bits + lost);
    best_scale_ = log_scale;
    best_b_ = b;
    plan_.mu = short_dyadic(mu, 12);
    plan_.alpha = short_dyadic(alpha, 12);
    plan_.above = short_dyadic(b - alpha, 12);
    plan_.step = short_dyadic(h, 8);
    plan_.end_above = short_dyadic(outer.end + du, 12);
    plan_.end_axis = short_dyadic(axis_.end + du, 12);
    plan_.nodes = static_cast<slong>(middle.end / h) + 3;
    plan_.bits = bits_ + 14 + static_cast<slong>(lost);
  }

  const Scales& q_;
  const LogLaplace& logarithm_;
  double log_value_, log_error_;
  slong bits_;
  double most_nodes_;
  double best_price_ = std::numeric_limits<double>::infinity();
  double fewest_nodes_, bits_of_fewest_ = 0;
  double best_scale_ = 0, best_b_ = 0;
  HyperbolaPlan plan_{};
  double axis_of_ = 0;  // the mu of the axis, which is the same for every width
  Norm axis_{};
};

}  // namespace

std::optional<HyperbolaPlan> propose_hyperbola(const SpectralParameters& parameters, const Number& eps, slong bits,
                                               double log_delta, slong most_nodes) {
  const Scales scales(parameters, eps);
  if (!scales.usable()) return std::nullopt;
  PlanSearch search(scales, bits, log_delta, most_nodes);
  search.run();
  return search.best(affordable_bits(bits, log_delta));
}

}  // namespace hallmark::allocation
