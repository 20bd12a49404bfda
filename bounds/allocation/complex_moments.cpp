#include "bounds/allocation/complex_moments.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>

#include "bounds/allocation/lognormal_laplace.hpp"
#include "bounds/allocation/proposals.hpp"
#include "bounds/allocation/renyi_add.hpp"
#include "bounds/allocation/rotated_laplace.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr double right_angle = M_PI / 2;
constexpr double most_loss = 45;  // in e-folds, of the digits lost on one ray
constexpr slong most_nodes = 40'000;
constexpr int tail_gap = 16;  // nodes between the two that tell the rate of decay

// ln |Gamma(rho + iy)|.
Ball log_abs_gamma(const Rational& rho, const Rational& y, slong bits) {
  return log_gamma(ComplexBall(Ball(rho, bits), Ball(y, bits))).real();
}

}  // namespace

double rough_log_gamma(double x, double y) {
  double shift = 0;
  for (; x < 12; x += 1) shift += 0.5 * steady::log(x * x + y * y);
  const double square = x * x + y * y;
  return (x - 0.5) * steady::log(square) / 2 - y * steady::atan2(y, x) - x + 0.9189385332046727 + x / (12 * square) -
         shift;
}

RoughTurn rough_turn(double s, double t, double rho, double angle) {
  RoughTurn best{0, angle < right_angle ? -rho * steady::log(steady::cos(angle)) : INFINITY};
  const double scale = t / (2 * s * s);
  // scale f^2 - rho ln cos(angle - f) is convex in f where it is finite.
  const double low = std::max(0.0, angle - right_angle), high = std::min(angle, 3.0);
  const auto value = [&](double f) {
    const double c = steady::cos(angle - f);
    return c > 0 ? scale * f * f - rho * steady::log(c) : INFINITY;
  };
  const double f = high > low ? least_place(value, low, high, 60) : (low + high) / 2;
  if (value(f) < best.log_factor) best = {f, value(f)};
  return best;
}

// One ray and the rule on it, by doubles; all numbers are exact dyadics.
struct ComplexMoments::Ray {
  Rational angle, h;
  Rational above, below;                       // the distances of the two edges
  Rational turn_above, turn_below, turn_tail;  // the f of A at both edges and of the right tail
  slong first, last;                           // nodes w = j h
  slong powers;                                // of Taylor's polynomial to the left of them
  slong bits;                                  // of L
};

ComplexMoments::ComplexMoments(const Number& sigma, slong steps, const Plan& plan)
    : sigma_(sigma),
      steps_(steps),
      plan_(plan),
      work_(plan.bits + 64),
      s_(roughly(1 / sigma.ball(64))),
      t_(static_cast<double>(steps)),
      rho_(roughly(Ball(plan.rho, 64))),
      real_(0, work_),
      left_(sigma, steps, work_ + 64),
      values_(static_cast<std::size_t>(plan.nodes), ComplexBall(work_)) {}

std::optional<ComplexMoments> ComplexMoments::build(const Number& sigma, slong steps, const Plan& plan,
                                                    const Budget& budget) {
  require(sigma.sign() > 0 && steps >= 1 && plan.rho >= Rational("1/2") && plan.step.sign() > 0 && plan.nodes >= 1 &&
              plan.bits > 0,
          "a line to the right of 1/2, a step and nodes");
  ComplexMoments m(sigma, steps, plan);
  const auto real = inverse_ratio_moment(sigma, steps, Number(plan.rho + 1), plan.bits + 16, budget);
  if (!real || is_positive(*real) != Truth::yes) return std::nullopt;
  m.real_ = real->with_bits(m.work_);
  m.values_[0] = ComplexBall(m.real_, Ball(0, m.work_));
  // Groups of nodes that share a ray: as many as it serves.
  for (slong first = 1; first < plan.nodes;) {
    slong count = plan.nodes - first;
    auto ray = m.choose_ray(first, first + count - 1);
    while (!ray && count > 1) {
      count = (count + 1) / 2;
      ray = m.choose_ray(first, first + count - 1);
    }
    if (!ray || !m.compute_ray(*ray, first, first + count - 1, budget)) return std::nullopt;
    first += count;
  }
  return m;
}

std::optional<ComplexMoments::Ray> ComplexMoments::choose_ray(slong first, slong last) const {
  const double dy = roughly(Ball(plan_.step, 64));
  const double y0 = dy * static_cast<double>(first), y1 = dy * static_cast<double>(last);
  const double gamma0 = rough_log_gamma(rho_, 0) - rough_log_gamma(rho_, y0);
  const double gamma1 = rough_log_gamma(rho_, 0) - rough_log_gamma(rho_, y1);
  // ln of e^(-y a) A(a) Gamma(rho)/|Gamma(r)|, the larger of both ends.
  const auto loss = [&](double a) {
    return std::max(gamma0 - y0 * a, gamma1 - y1 * a) + rough_turn(s_, t_, rho_, std::abs(a)).log_factor;
  };
  double angle = 0, least = INFINITY;
  for (double a = 0; a < right_angle; a += 0.01) {
    if (const double here = loss(a); here < least) least = here, angle = a;
  }
  if (!(least < (first == last ? 40 * most_loss : most_loss))) return std::nullopt;
  const double depth = static_cast<double>(plan_.bits + 8) * M_LN2;
  const auto edge = [&](double sign, double room) {
    double step = 0, at = 0;
    for (int i = 1; i <= 40; ++i) {
      const double d = room * i / 41;
      const double h = 2 * M_PI * d / (depth + std::max(0.0, loss(angle + sign * d)));
      if (h > step) step = h, at = d;
    }
    return std::pair(step, at);
  };
  const auto [step_up, up] = edge(1, std::min(right_angle + 1.4, 3.0) - angle);
  const auto [step_down, down] = edge(-1, angle + right_angle);
  Ray ray;
  ray.angle = short_dyadic(angle, 12);
  ray.above = short_dyadic(up, 12);
  ray.below = short_dyadic(down, 12);
  ray.h = short_dyadic(std::min(step_up, step_down), 4);
  if (ray.h.sign() <= 0) return std::nullopt;
  ray.turn_above = short_dyadic(rough_turn(s_, t_, rho_, angle + up).f, 12);
  ray.turn_below = short_dyadic(rough_turn(s_, t_, rho_, std::abs(angle - down)).f, 12);
  const double turn = rough_turn(s_, t_, rho_, angle).f;
  ray.turn_tail = short_dyadic(turn, 12);

  // Where both tails are below 2^-bits M(rho): ln of the factor t^rho e^(-y b)/(Gamma(r) M(rho)) in front.
  const LogLaplace& logarithm = log_laplace(s_);
  const double front = rho_ * steady::log(t_) + std::max(gamma0 - y0 * angle, gamma1 - y1 * angle) -
                       rough_log_gamma(rho_, 0) - roughly(log(real_));
  const double h = roughly(Ball(ray.h, 64));
  const auto left = left_.farthest(rho_, -depth - front - 4);
  ray.powers = left.powers;
  ray.first = std::llround(std::floor(left.place / h));
  const double cosine_of_turn = steady::cos(angle - turn);
  double w = steady::log(rho_ / t_ / cosine_of_turn);
  for (int i = 0; i < 100'000; ++i, w += 0.05) {
    const double size =
        front + rho_ * w + t_ * logarithm(steady::exp(w) * cosine_of_turn) + t_ * turn * turn / (2 * s_ * s_);
    if (size < -depth - 8) break;
  }
  ray.last = std::llround(std::ceil(w / h));
  if (ray.last - ray.first > most_nodes || ray.last <= ray.first + tail_gap) return std::nullopt;
  ray.bits = plan_.bits + static_cast<slong>((std::max(0.0, least) + steady::log(t_)) / M_LN2) + 32;
  return ray;
}

Ball ComplexMoments::log_turn(const Rational& angle, const Rational& f) const {
  const Rational size = angle.sign() < 0 ? -angle : angle;
  const Ball a(size - f, work_);
  const Ball right = Ball::pi(work_) / 2;
  require(f.sign() >= 0 && f <= Rational(3) && size <= Rational(3) && less(a, right) == Truth::yes &&
              less(-a, right) == Truth::yes,
          "an angle that the turn brings into the right half plane");
  const Ball sigma = sigma_.ball(work_);
  const Ball turn(f, work_);
  return turn * turn * sigma * sigma * steps_ / 2 - Ball(plan_.rho, work_) * log(cos(a));
}

// L^t at the nodes of the ray.
std::optional<std::vector<ComplexBall>> ComplexMoments::powers_on(const Ray& ray, const Budget& budget) const {
  const slong count = ray.last - ray.first + 1;
  const slong bits = ray.bits + 64;
  const Ball angle(ray.angle, bits);
  std::vector<ComplexBall> powers(static_cast<std::size_t>(count), ComplexBall(bits));
  const RotatedLaplace laplace(sigma_, ray.bits);
  const auto together = laplace.on_ray(ray.angle, ray.h, ray.first, count, budget);
  std::atomic<bool> stopped = false;
  parallel_for(count, [&](slong i) {
    if (stopped || budget.expired()) {
      stopped = true;
      return;
    }
    const auto value = [&] {
      if (together) return (*together)[static_cast<std::size_t>(i)];
      return laplace(exp(ComplexBall(Ball(ray.h * (ray.first + i), bits), angle)));
    };
    powers[static_cast<std::size_t>(i)] = pow(value().with_bits(bits), static_cast<ulong>(steps_));
  });
  return stopped ? std::nullopt : std::optional(std::move(powers));
}

// At least the nodes right of the last, without the factor in front.
std::optional<Ball> ComplexMoments::right_of(const Ray& ray) const {
  const slong bits = ray.bits + 64;
  const LognormalLaplace on_axis(sigma_, ray.bits + 128);
  if (!on_axis.usable()) return std::nullopt;
  const Ball inward = cos(Ball(ray.angle, bits) - Ball(ray.turn_tail, bits));
  const auto log_g = [&](slong j) {
    const Ball w(ray.h * j, bits);
    return Ball(plan_.rho, bits) * w + log(on_axis(exp(w) * inward)) * steps_;
  };
  const Ball end = log_g(ray.last);
  const Ball rate = (end - log_g(ray.last - tail_gap)) / tail_gap;
  if (is_positive(-rate) != Truth::yes) return std::nullopt;
  const Ball sigma = sigma_.ball(bits);
  const Ball turn(ray.turn_tail, bits);
  return exp(end + turn * turn * sigma * sigma * steps_ / 2 + rate) / -expm1(rate);
}

bool ComplexMoments::compute_ray(const Ray& ray, slong first, slong last, const Budget& budget) {
  const slong count = ray.last - ray.first + 1;
  const slong bits = ray.bits + 64;
  const Ball rho(plan_.rho, bits);
  const Ball h(ray.h, bits);
  const Ball angle(ray.angle, bits);
  const auto powers = powers_on(ray, budget);
  if (!powers) return false;
  const auto right = right_of(ray);
  if (!right) return false;

  const auto edge_error = [&](const Rational& edge, const Rational& distance, const Rational& f) {
    return log_turn(edge, f) - log(expm1(2 * Ball::pi(work_) * Ball(distance, work_) / Ball(ray.h, work_)));
  };
  const Rational upper_edge = ray.angle + ray.above;
  const Rational lower_edge = ray.angle - ray.below;
  const Ball error_above = edge_error(upper_edge, ray.above, ray.turn_above);
  const Ball error_below = edge_error(lower_edge, ray.below, ray.turn_below);
  const Ball log_front = log_abs_gamma(plan_.rho, 0, work_) + log(real_);

  constexpr slong block = 32;
  std::atomic<bool> stopped = false;
  parallel_for(last - first + 1, [&](slong i) {
    const slong k = first + i;
    if (stopped || budget.expired()) {
      stopped = true;
      return;
    }
    const Rational y = plan_.step * k;
    const Ball yb(y, bits);
    // e^(r w_j) for j = block a + b as a product of e^(r h a block) and e^(r h b).
    const auto turned = [&](slong j) {
      const Rational w = ray.h * j;
      return exp(ComplexBall(Ball(plan_.rho * w, bits), Ball(y * w, bits)));
    };
    std::vector<ComplexBall> turns;
    turns.reserve(static_cast<std::size_t>(block));
    for (slong b = 0; b < std::min(block, count); ++b) turns.push_back(turned(b));
    ComplexBall sum(bits);
    for (slong from = 0; from < count; from += block) {
      ComplexBall part(bits);
      for (slong b = 0; b < std::min(block, count - from); ++b) {
        part.add_product(turns[static_cast<std::size_t>(b)], (*powers)[static_cast<std::size_t>(from + b)]);
      }
      sum.add_product(turned(ray.first + from), part);
    }
    const ComplexBall r(rho, yb);
    sum += left_.sum({ray.angle, ray.h, ray.first, ray.powers}, r);
    sum = sum.widen(*right) * h;
    // t^r e^(i r b)/Gamma(r)
    const Ball log_t = log(Ball(steps_, bits));
    sum = sum * exp(ComplexBall(rho * log_t - yb * angle, yb * log_t + rho * angle)) * reciprocal_gamma(r);
    const Ball front = log_front - log_abs_gamma(plan_.rho, y, work_);
    const Ball error =
        exp(front - Ball(y * upper_edge, work_) + error_above) + exp(front - Ball(y * lower_edge, work_) + error_below);
    values_[static_cast<std::size_t>(k)] = sum.widen(error).rounded(work_);
  });
  return !stopped;
}

Ball ComplexMoments::log_size(const Rational& from, const std::optional<Rational>& to) const {
  require(from.sign() > 0 && (!to || *to >= from), "an interval above 0");
  // f = y s^2/t and a = pi/2 + f - rho/y balance the factors; without an end a >= pi/2.
  const double y = roughly(Ball(from, 64));
  const double g = std::clamp(rho_ / y, 1e-3, 1.5);
  double f = std::clamp(y * s_ * s_ / t_, 0.0, 3.0);
  if (!to) f = std::max(f, g + 1e-3);
  const Rational turn = short_dyadic(std::min(f, 3.0), 12);
  // pi/2 + turn - g, rounded so that it is above pi/2 where that is needed.
  Rational angle = short_dyadic(M_PI_2 + roughly(Ball(turn, 64)) - g, 30);
  if (angle > Rational(3)) angle = 3;
  if (angle.sign() < 0) angle = 0;
  const Ball beyond = Ball(angle, work_) - Ball::pi(work_) / 2;
  const Ball a(angle, work_);
  const bool rises = is_positive(beyond) != Truth::yes;
  if (rises && !to) return Ball::anything(work_);
  const Ball base =
      log_abs_gamma(plan_.rho, 0, work_) + log(real_) + log_turn(angle, turn) - log_abs_gamma(plan_.rho, from, work_);
  if (!rises) return base - a * Ball(from, work_);
  return base - Ball::pi(work_) / 2 * Ball(from, work_) - min(beyond * Ball(*to, work_), beyond * Ball(from, work_));
}

}  // namespace hallmark::allocation
