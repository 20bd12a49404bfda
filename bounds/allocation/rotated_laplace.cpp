#include "bounds/allocation/rotated_laplace.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "bounds/allocation/proposals.hpp"
#include "exact/ball_vector.hpp"
#include "exact/error.hpp"
#include "exact/parallel.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr double log_2 = 0.6931471805599453;
constexpr double pi_down = 3.14159265358979;
constexpr slong most_nodes = slong{1} << 13;
constexpr slong guard_bits = 16;

}  // namespace

struct RotatedLaplace::Nodes {
  std::vector<Ball> weights_right, weights_left;  // h phi(x_j), j = 0, 1, ... and j = -1, -2, ...
  std::vector<Ball> ratios_right, ratios_left;    // X_j
};

// Proposals for one argument of theta: the line, the strip around it and the step.
struct RotatedLaplace::Rotation {
  Rational k0, above, below, h;
  double height;  // k0^2/2, about
};

RotatedLaplace::RotatedLaplace(const Number& sigma, slong bits) : bits_(bits), sigma_(sigma) {
  if (sigma.sign() <= 0) throw InputError("allocation.laplace", "sigma", sigma.to_string(), "positive");
  s_ = (1 / sigma.ball(64)).to_double_up();
}

RotatedLaplace::~RotatedLaplace() = default;

RotatedLaplace::Rotation RotatedLaplace::choose(double argument) const {
  const double depth = static_cast<double>(bits_ + 8) * log_2;
  const auto best_step = [&](double k0, double room, double sign) {
    // The largest 2 pi d / (depth + (k0 + sign d)^2/2) over 0 < d < room.
    double step = 0, at = 0;
    const double reach = std::min(0.999 * room, std::sqrt(2 * depth) + std::abs(k0));
    constexpr int tries = 24;
    for (int i = 1; i <= tries; ++i) {
      const double d = reach * i / tries;
      const double end = k0 + sign * d;
      const double h = 2 * pi_down * d / (depth + end * end / 2 + 2);
      if (h > step) step = h, at = d;
    }
    return std::pair(step, at);
  };
  double best = 0;
  double k0 = 0, above = 0, below = 0;
  const auto attempt = [&](double f) {
    const double k = -f * argument / s_;
    const auto [up, p] = best_step(k, (pi_down / 2 - (1 - f) * argument) / s_, 1);
    const auto [down, m] = best_step(k, (pi_down / 2 + (1 - f) * argument) / s_, -1);
    const double h = std::min({up, down, 2.0});
    if (h > 1.02 * best) best = h, k0 = k, above = p, below = m;
  };
  constexpr double turn = 0.1;  // of the angle of theta, from line to line
  for (double f = 0; f < 1.25; f += turn) attempt(f);
  // Much noise: the lines worth having are all before the first turn.
  const double height = std::sqrt(2 * depth);
  if (turn * argument / s_ > height / 2) {
    for (double part = 0.125; part < 2 && part * height * s_ < turn * argument; part *= 1.25) {
      attempt(part * height * s_ / argument);
    }
  }
  if (!(best > 0)) return {0, 0, 0, 0, 0};
  // Few different steps, so that their nodes are shared: a power of 2 times 4/8, 5/8, 6/8, 7/8.
  return {short_dyadic(k0, 20), short_dyadic(above, 10), short_dyadic(below, 10), short_dyadic(best, 3), k0 * k0 / 2};
}

const RotatedLaplace::Nodes& RotatedLaplace::nodes(const Rational& h) const {
  const std::lock_guard lock(mutex_);
  auto& entry = cache_[h.to_string()];
  if (entry) return *entry;
  entry = std::make_unique<Nodes>();
  const slong work = bits_ + 2 * guard_bits;
  const Ball s = 1 / sigma_.ball(work);
  const Ball pi = Ball::pi(work);
  const Ball norm = Ball(h, work) / sqrt(2 * pi);
  const Ball half_square = s * s / 2;
  // As far as any line can need: phi(x) e^(k0^2/2) < 2^-bits for all |k0| <= 1.25 pi/(2 s), and no line chosen is much
  // higher than the depth.
  const double k_most = 1.25 * pi_down / 2 / s_;
  const double depth = 2 * static_cast<double>(bits_ + 8) * log_2;
  const double reach = std::sqrt(depth + std::min(k_most * k_most, 64 * depth)) + 1;
  const double count = reach / Ball(h, 64).to_double_down();
  const slong last = count < most_nodes ? static_cast<slong>(count) + 1 : 0;
  for (slong j = 0; j <= last; ++j) {
    for (const slong side : {slong{1}, -slong{1}}) {
      if (j == 0 && side < 0) continue;
      const Ball x(h * (side * j), work);
      (side > 0 ? entry->weights_right : entry->weights_left).push_back(norm * exp(-x * x / 2));
      (side > 0 ? entry->ratios_right : entry->ratios_left).push_back(exp(s * x - half_square));
    }
  }
  return *entry;
}

ComplexBall RotatedLaplace::operator()(const ComplexBall& at) const {
  // What is known without any work: |L| <= 1 in the right half plane.
  ComplexBall unknown(64);
  unknown.widen(less_equal(Ball(0, 64), at.real()) == Truth::yes ? Ball(1, 64) : Ball::anything(64));
  if (!at.is_bounded() || !(s_ > 0) || !std::isfinite(s_)) return unknown;
  const Rotation line = choose(steady::atan2(roughly(at.imaginary()), roughly(at.real())));
  if (line.h.sign() <= 0) return unknown;
  const slong work = bits_ + guard_bits + static_cast<slong>(line.height / log_2);
  const ComplexBall theta = at.with_bits(work);
  const Ball pi = Ball::pi(work);
  const Ball s = 1 / sigma_.ball(work);
  const Ball k0(line.k0, work);
  const Ball above(line.above, work);
  const Ball below(line.below, work);
  const Ball h(line.h, work);
  const Ball argument = arg(theta);
  if (less_equal(argument + (k0 + above) * s, pi / 2) != Truth::yes) return unknown;
  if (less_equal(-pi / 2, argument + (k0 - below) * s) != Truth::yes) return unknown;
  const auto rule = [&](const Ball& line_end, const Ball& distance) {
    return exp(line_end * line_end / 2) / expm1(2 * pi * distance / h);
  };
  Ball error = rule(k0 + above, above) + rule(k0 - below, below);

  // omega = theta e^(i k0 s)
  const SineCosine turn = sin_cos(k0 * s);
  const ComplexBall omega = theta * ComplexBall(turn.cosine, turn.sine);
  const Ball rate = omega.real();
  const double decay = roughly(rate);
  const bool decays = is_positive(rate) == Truth::yes;
  const double depth = static_cast<double>(bits_ + 8) * log_2 + line.height;

  const Nodes& n = nodes(line.h);
  const auto last = [](const std::vector<Ball>& side) { return static_cast<slong>(side.size()) - 1; };
  const double reach = std::sqrt(2 * depth);
  const Ball amplification = exp(k0 * k0 / 2);
  const auto tail_at = [&](slong j) {  // h sum over nodes beyond |x| = j h of phi
    const Ball x = h * j;
    return exp(-x * x / 2) / (sqrt(2 * pi) * x);
  };
  ComplexBall sum(work), term(work);
  const double h_double = h.to_double_down();
  const Ball turn_of_node = k0 * h;
  const auto add = [&](const Ball& weight, const Ball& ratio, slong j) {
    // What a small weight multiplies needs fewer bits.
    constexpr slong least = 32;
    const double x = h_double * static_cast<double>(j);
    const slong kept = std::max(work - static_cast<slong>(x * x / (2 * log_2)), least);
    term.set_product(omega, ratio).add_imaginary(turn_of_node * j);
    term = exp((-term).with_bits(kept)).with_bits(work);
    sum += term.set_product(term, weight);
  };
  bool cut = false;
  slong j = 0;
  for (; j <= last(n.ratios_right); ++j) {
    const Ball& ratio = n.ratios_right[static_cast<std::size_t>(j)];
    add(n.weights_right[static_cast<std::size_t>(j)], ratio, j);
    if (j > 0 && static_cast<double>(j) * h_double > reach) break;
    if (decays && decay * roughly(ratio) > depth) {
      error += 2 * amplification * exp(-(rate * ratio));
      cut = true;
      break;
    }
  }
  const slong kept_right = std::min(j, last(n.ratios_right));
  if (!cut) error += kept_right > 0 ? amplification * tail_at(kept_right) : Ball::anything(64);
  slong i = 1;
  for (; i <= last(n.ratios_left) + 1; ++i) {
    add(n.weights_left[static_cast<std::size_t>(i - 1)], n.ratios_left[static_cast<std::size_t>(i - 1)], -i);
    if (static_cast<double>(i) * h_double > reach) break;
  }
  const slong kept_left = std::min(i, last(n.ratios_left) + 1);
  error += kept_left > 0 ? amplification * tail_at(kept_left) : Ball::anything(64);
  if (!error.is_finite()) return unknown;
  return sum.set_product(sum, amplification).widen(error);
}

RealPower::RealPower(const Number& sigma, slong steps, slong bits, const RotatedLaplace& precise)
    : steps_(steps),
      least_(8 + static_cast<slong>(steady::log2(static_cast<double>(steps)))),
      rough_(sigma, std::min(bits, 16 + least_ + bits / steps)),
      precise_(precise) {}

Ball RealPower::operator()(const Ball& theta) const {
  Ball value = rough_(theta);
  if (value.relative_bits() < least_) value = real_laplace(precise_, theta);
  return pow(value, static_cast<ulong>(steps_));
}

std::optional<std::vector<ComplexBall>> RotatedLaplace::on_ray(const Rational& angle, const Rational& step, slong first,
                                                               slong count, const Budget& budget) const {
  const Rotation line = choose(roughly(Ball(angle, 64)));
  if (line.h.sign() <= 0 || !(s_ > 0) || !std::isfinite(s_)) return std::nullopt;
  // Nodes a part of a step apart, or several steps where those are short.
  const double steps_apart = s_ * roughly(Ball(line.h, 64)) / roughly(Ball(step, 64));
  if (!(steps_apart > 1e-6 && steps_apart < 1e6)) return std::nullopt;
  const slong parts = std::max<slong>(1, std::llround(std::ceil(1 / steps_apart)));
  const slong apart = std::max<slong>(1, std::llround(std::floor(steps_apart)));
  const slong work = bits_ + guard_bits + static_cast<slong>(line.height / log_2);
  const Ball pi = Ball::pi(work);
  const Ball s = 1 / sigma_.ball(work);
  const Ball k0(line.k0, work);
  const Ball above(line.above, work);
  const Ball below(line.below, work);
  const Ball h = Ball(step * apart, work) / (s * parts);
  const Ball argument(angle, work);
  if (less_equal(argument + (k0 + above) * s, pi / 2) != Truth::yes) return std::nullopt;
  if (less_equal(-pi / 2, argument + (k0 - below) * s) != Truth::yes) return std::nullopt;
  if (less_equal(h, Rational(2)) != Truth::yes) return std::nullopt;
  const auto rule = [&](const Ball& line_end, const Ball& distance) {
    return exp(line_end * line_end / 2) / expm1(2 * pi * distance / h);
  };
  const SineCosine turn = sin_cos(argument + k0 * s);
  if (is_positive(turn.cosine) != Truth::yes) return std::nullopt;
  const double depth = static_cast<double>(bits_ + 8) * log_2 + line.height;
  const double reach = std::sqrt(2 * depth) / roughly(h) + 2;
  if (!(reach < static_cast<double>(most_nodes))) return std::nullopt;
  const auto kept = static_cast<slong>(reach);

  // exp(-e^(i (angle + k0 s)) X) for all X that some value needs, until they are too small to matter.
  const Ball half_square = s * s / 2;
  std::vector<std::vector<Ball>> reals(static_cast<std::size_t>(apart)), imaginaries(reals);
  Ball beyond(0, work);
  const slong from = parts * first - apart * kept, to = parts * (first + count - 1) + apart * kept;
  for (slong l = from; l <= to; ++l) {
    if (budget.expired()) return std::nullopt;
    const Ball x = exp(Ball(step * l / parts, work) - half_square);
    if (roughly(turn.cosine) * roughly(x) > depth) {
      beyond = exp(-(turn.cosine * x));
      break;
    }
    const ComplexBall decay = exp(ComplexBall(-(turn.cosine * x), -(turn.sine * x)));
    reals[static_cast<std::size_t>((l - from) % apart)].push_back(decay.real());
    imaginaries[static_cast<std::size_t>((l - from) % apart)].push_back(decay.imaginary());
  }
  // Weights h phi(x + i k0) / e^(k0^2/2) in falling order of x, as a convolution wants them.
  BallVector even(2 * kept + 1), odd(2 * kept + 1);
  const Ball norm = h / sqrt(2 * pi);
  for (slong j = -kept; j <= kept; ++j) {
    const Ball x = h * j;
    const ComplexBall weight = exp(ComplexBall(-x * x / 2, -(k0 * x))) * norm;
    even.set(kept - j, weight.real());
    odd.set(kept - j, weight.imaginary());
  }
  const Ball last = h * kept;
  const Ball tail = exp(-last * last / 2) / (sqrt(2 * pi) * last);
  const Ball amplification = exp(k0 * k0 / 2);
  const Ball error = rule(k0 + above, above) + rule(k0 - below, below) + 2 * amplification * (tail + beyond);
  if (!error.is_finite()) return std::nullopt;
  std::vector<ComplexBall> values(static_cast<std::size_t>(count), ComplexBall(work));
  std::vector<BallVector> real, imaginary;
  for (const auto& of : reals) real.emplace_back(of);
  for (const auto& of : imaginaries) imaginary.emplace_back(of);
  parallel_for(count, [&](slong i) {
    const auto which = static_cast<std::size_t>(parts * i % apart);
    const slong at = parts * i / apart;
    const slong terms = std::clamp(static_cast<slong>(reals[which].size()) - at, slong{0}, 2 * kept + 1);
    const auto products = [&](const std::vector<BallVector>& a, const BallVector& b) {
      return BallVector::convolution(a[which], at, b, 2 * kept, terms, work);
    };
    const ComplexBall sum(products(real, even) - products(imaginary, odd),
                          products(real, odd) + products(imaginary, even));
    values[static_cast<std::size_t>(i)] = (sum * amplification).widen(error);
  });
  return values;
}

}  // namespace hallmark::allocation
