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

std::optional<HyperbolaPlan> propose_hyperbola(const SpectralParameters& parameters, const Number& eps, slong bits,
                                               double log_delta, slong most_nodes) {
  const Scales q(parameters, eps);
  if (!q.usable()) return std::nullopt;
  const LogLaplace& logarithm = log_laplace(q.s);
  const double log_value = q.log_value(log_delta);
  const double log_error = log_value - static_cast<double>(bits) * M_LN2;
  constexpr double du = 0.125;
  struct Norm {
    double log_size, end;
  };
  // The largest ln |F_b(u)|, and the u from which the bound of the rest (whose angle is at least b) is small enough.
  const auto norm = [&](double mu, double b) {
    double largest = -std::numeric_limits<double>::infinity();
    for (double u = 0; u < 40; u += du) {
      const double x = mu * (1 - steady::sin(b) * steady::cosh(u));
      const double y = mu * steady::cos(b) * steady::sinh(u);
      const auto [power, angle] = logarithm.rotated(x, y);
      const double fixed = x * (q.c - q.t) - steady::log(mu);
      const double size =
          fixed + q.t * power + steady::log(steady::cosh(u)) - 2 * steady::log(steady::cosh(u) - steady::sin(b));
      if (!std::isfinite(size)) break;
      largest = std::max(largest, size);
      if (size > log_error - 3 || u == 0) continue;
      const double rest = fixed + q.t * (angle < b ? logarithm.turned(x, y, b) : power) -
                          steady::log(steady::cos(b) * steady::cos(b) * steady::sinh(u));
      if (rest < log_error - 3) return Norm{largest + 1.5, u};
    }
    return Norm{std::numeric_limits<double>::infinity(), 40};
  };
  // A node costs about as the square of its bits: so many more exponentials, each of more words.
  const auto price = [](double nodes, double node_bits) { return nodes * (node_bits + 64) * (node_bits + 64); };
  double best_price = std::numeric_limits<double>::infinity();
  double fewest_nodes = static_cast<double>(most_nodes) + 1, bits_of_fewest = 0;
  double best_scale = 0, best_b = 0;
  HyperbolaPlan plan{};
  double axis_of = 0;  // the mu of the axis, which is the same for every width
  Norm axis{};
  const auto attempt = [&](double log_scale, double b) {
    const double mu = steady::exp(log_scale) / q.c;
    if (!(b > 0) || b > 1.56) return;
    if (mu != axis_of) axis = norm(mu, 0);
    axis_of = mu;
    if (!std::isfinite(axis.log_size)) return;
    const Norm outer = norm(mu, b);
    if (!std::isfinite(outer.log_size)) return;
    const double need_axis = std::max(1.0, axis.log_size - log_error + 2);
    const double need_outer = std::max(1.0, outer.log_size - log_error + 2);
    const double alpha = b * need_axis / (need_axis + need_outer);
    const double h = 2 * M_PI * b / (need_axis + need_outer);
    const double least_bits = static_cast<double>(bits);
    if (1 / h > static_cast<double>(most_nodes)) return;
    if (1 / h > fewest_nodes && price(1 / h, least_bits) > best_price) return;
    const Norm middle = norm(mu, alpha);
    const double nodes = middle.end / h + 2;
    if (!std::isfinite(middle.log_size) || nodes > static_cast<double>(most_nodes)) return;
    const double offset = steady::log(std::abs(q.c - q.t) + 1e-300);
    const double peak = std::max({middle.log_size, offset, log_value});
    const double small = -logarithm(mu * (1 - steady::sin(alpha))) / M_LN2;
    const double lost = (peak - log_value) / M_LN2 + steady::log2(q.t) + small;
    if (nodes < fewest_nodes) fewest_nodes = nodes, bits_of_fewest = least_bits + lost;
    if (price(nodes, least_bits + lost) >= best_price) return;
    best_price = price(nodes, least_bits + lost);
    best_scale = log_scale;
    best_b = b;
    plan.mu = short_dyadic(mu, 12);
    plan.alpha = short_dyadic(alpha, 12);
    plan.above = short_dyadic(b - alpha, 12);
    plan.step = short_dyadic(h, 8);
    plan.end_above = short_dyadic(outer.end + du, 12);
    plan.end_axis = short_dyadic(axis.end + du, 12);
    plan.nodes = static_cast<slong>(middle.end / h) + 3;
    plan.bits = bits + 14 + static_cast<slong>(lost);
  };
  // A few places first, then from the best of them smaller and smaller steps.
  for (double log_scale = -12; log_scale < 14; log_scale += 3) {
    for (const double b : {0.1, 0.4, 0.8, 1.2}) attempt(log_scale, b);
  }
  for (const double step : {1.0, 0.5, 0.2}) {
    const double scale = best_scale, width = best_b;
    for (const double factor : {1 - step / 4, 1.0, 1 + step / 4}) {
      for (const double shift : {-step, 0.0, step}) attempt(scale + shift, width * factor);
    }
  }
  // Where the fewest nodes take very many bits the transform is small on every contour, and no plan is worth it.
  if (!std::isfinite(best_price) || bits_of_fewest > affordable_bits(bits, log_delta)) return std::nullopt;
  return plan;
}

}  // namespace hallmark::allocation
