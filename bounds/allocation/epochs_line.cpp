#include "bounds/allocation/epochs_line.hpp"

#include <algorithm>
#include <cmath>

#include "bounds/allocation/proposals.hpp"
#include "bounds/allocation/renyi_add.hpp"
#include "bounds/allocation/rough_moments.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::allocation {
namespace {

constexpr double most_line_nodes = 2000;

}  // namespace

EpochsLine::EpochsLine(const SpectralParameters& parameters, slong epochs, const Plan& plan, const Budget& budget)
    : parameters_(parameters),
      epochs_(epochs),
      plan_(plan),
      work_(plan.moments.bits + 64),
      alias_moment_(Ball::anything(work_)),
      tail_(alias_moment_) {
  require(parameters.direction != Direction::both && epochs >= 1 && plan.rho_alias > plan.moments.rho,
          "one direction, an epoch, and a line to the right of the nodes'");
  const auto moments = ComplexMoments::build(parameters.sigma, parameters.steps, plan.moments, budget);
  if (!moments) return;
  const auto alias = inverse_ratio_moment(parameters.sigma, parameters.steps, Number(plan.rho_alias + 1), 64, budget);
  if (!alias) return;
  const auto power = static_cast<ulong>(epochs);
  const Ball rho(plan.moments.rho, work_);
  const Ball beyond(plan.rho_alias, work_);
  alias_moment_ = pow(alias->with_bits(work_), power) * exp(beyond * log(beyond) - (beyond + 1) * log(beyond + 1));
  for (slong k = 0; k < plan.moments.nodes; ++k) {
    const ComplexBall r(rho, Ball(plan.moments.step * k, work_));
    const ComplexBall next(rho + 1, r.imaginary());
    terms_.push_back(pow((*moments)[k], power) / (r * next));
  }
  bound_tail(*moments);
  complete_ = tail_.is_finite();
}

void EpochsLine::bound_tail(const ComplexMoments& moments) {
  const Rational& step = plan_.moments.step;
  const Ball width(step, work_);
  tail_ = Ball(0, work_);
  slong from = plan_.moments.nodes;
  constexpr int most_blocks = 10'000;
  // A bound good for the whole of a block loses up to epochs rho/narrow e-folds.
  const slong narrow = 32 + std::llround(static_cast<double>(epochs_) * roughly(Ball(plan_.moments.rho, 64)));
  for (int block = 0; block < most_blocks; ++block) {
    const Ball first(from, work_);
    // All that is left, once it is small beside the blocks before.
    const Ball rest = exp(moments.log_size(step * from, std::nullopt) * epochs_) * (1 / (first * first) + 1 / first) /
                      (width * width);
    if (rest.is_finite() && (less(rest * (slong{1} << 20), tail_) == Truth::yes || block + 1 == most_blocks)) {
      tail_ += rest;
      return;
    }
    const slong next = from + std::max(slong{1}, from / narrow);
    tail_ += exp(moments.log_size(step * from, step * (next - 1)) * epochs_) * (next - from) /
             (first * first * width * width);
    from = next;
  }
  tail_ = Ball::anything(work_);
}

Ball EpochsLine::delta(const Number& eps) const {
  const Ball nothing_known = Ball::between(0, 1, work_);
  if (!complete_) return nothing_known;
  const bool remove = parameters_.direction == Direction::remove;
  const Ball x = remove ? eps.ball(work_) : -eps.ball(work_);
  const Ball growth = exponential(eps, work_);
  const Ball grown = remove ? growth : 1 / growth;  // e^x
  const Ball rho(plan_.moments.rho, work_);
  const Ball step(plan_.moments.step, work_);
  const Ball width = 2 * Ball::pi(work_) / step;

  // T(x)
  Ball sum = terms_[0].real() / 2;
  for (std::size_t k = 1; k < terms_.size(); ++k) {
    const SineCosine turn = sin_cos(x * (step * static_cast<slong>(k)));
    sum += turn.cosine * terms_[k].real() - turn.sine * terms_[k].imaginary();
  }
  sum.widen(tail_);
  const Ball trapezoid = 2 * exp(rho * x) * sum / width;

  const Ball r0 = exp(-rho * width);
  const Ball r2 = exp(-(rho + 1) * width);
  const Ball shrink = -expm1(-(rho + 1) * width);  // 1 - r2
  const Ball closed = r0 / -expm1(-rho * width) - r2 / shrink / grown;
  const Ball beyond(plan_.rho_alias, work_);
  const Ball gap = (beyond - rho) * width;
  const Ball left = exp(beyond * x) * alias_moment_ * exp(-gap) / -expm1(-gap);
  Ball low(0, work_), high(0, work_);
  if (remove) {
    high = grown * (trapezoid - closed) + 1 - grown;  // C (1 + [0, r2/(1-r2)]) + e^x [0, left]
    low = (high - grown * left) * shrink;
  } else {
    high = trapezoid - closed;
    low = high - left - r2 / shrink / grown;
  }
  if (!high.is_finite() || !low.is_finite()) return nothing_known;
  return clamp(hull(max(low, Ball(0, work_)), max(high, Ball(0, work_))), 0, 1);
}

std::optional<EpochsLine::Plan> propose_epochs(const SpectralParameters& parameters, slong epochs, double eps,
                                               slong bits, double log_delta) {
  const double s = roughly(1 / parameters.sigma.ball(64));
  const auto t = static_cast<double>(parameters.steps);
  const auto n = static_cast<double>(epochs);
  const bool remove = parameters.direction == Direction::remove;
  const double x = remove ? eps : -eps;
  const double depth = static_cast<double>(bits) * M_LN2 + 2;
  const double log_value = remove ? log_delta - x : log_delta;  // of what P must be accurate against
  if (!(s > 1e-3 && s < 30) || !std::isfinite(x) || !std::isfinite(log_delta)) return std::nullopt;
  const RoughMoments moment(s, t);
  const auto log_size = [&](double rho, double y) { return n * moment.log_size(rho, y); };
  double fewest = most_line_nodes;
  std::optional<EpochsLine::Plan> best;
  for (double width = std::max(std::abs(x) * 1.02, 1e-7); width < 2000; width *= 1.08) {
    // Right aliases: relative for remove, e^-x r2 for add.
    const double need = remove ? depth : depth - x - log_value;
    const double rho = std::max(need / width - 1, 0.5);
    if (rho > 2e4) continue;
    double alias = 0, least = INFINITY;
    for (double other = rho * 1.02; other < 20 * rho + 50; other *= 1.05) {
      const double left = other * x + n * moment(other) - (other - rho) * width;
      if (left < least) least = left, alias = other;
    }
    if (!(least < log_value - depth)) continue;
    // Nodes: until what is left out is small.
    const double dy = 2 * M_PI / width;
    double y = dy;
    const double goal = log_value - depth - rho * x;
    while (y < dy * fewest && log_size(rho, y) - steady::log(y) > goal) y *= 1.05;
    const double nodes = y / dy + 1;
    if (!(nodes < fewest)) continue;
    fewest = nodes;
    const double peak = rho * x + n * moment(rho) - steady::log(width * rho * (rho + 1)) - log_value;
    const double loss =
        std::max({peak, remove ? steady::log(std::max(1e-300, steady::expm1(std::abs(x)))) - log_delta : 0.0, 0.0});
    EpochsLine::Plan plan;
    plan.moments.rho = short_dyadic(rho, 20);

    plan.moments.step = short_dyadic(dy, 20);
    plan.moments.nodes = std::llround(std::ceil(nodes));
    plan.moments.bits = bits + static_cast<slong>((loss + steady::log(n)) / M_LN2) + 16;
    plan.rho_alias = short_dyadic(alias, 20);
    best = plan;
  }
  return best;
}

namespace {

struct Solved {
  std::unique_ptr<EpochsLine> line;
  Ball value;
};

// Lines for more and more bits until the value has those asked for.
std::optional<Solved> solve(const SpectralParameters& parameters, slong epochs, const Number& eps, slong bits,
                            double log_delta, const Budget& budget) {
  constexpr int most_trials = 3;
  std::optional<Solved> best;
  slong wanted = bits + 4;
  for (int trial = 0; trial < most_trials && !budget.expired(); ++trial) {
    const auto plan = propose_epochs(parameters, epochs, roughly(eps.ball(64)), wanted, log_delta);
    if (!plan) break;
    auto line = std::make_unique<EpochsLine>(parameters, epochs, *plan, budget);
    if (!line->complete()) break;
    Ball value = line->delta(eps);
    if (!best || value.relative_bits() > best->value.relative_bits()) best = Solved{std::move(line), std::move(value)};
    if (best->value.relative_bits() >= bits) break;
    wanted += bits - std::max(slong{0}, best->value.relative_bits()) + 4;
    log_delta = std::min(log_delta, log(Ball(best->value.upper(), 64)).to_double_up());
  }
  return best;
}

}  // namespace

std::optional<Ball> epochs_delta(const SpectralParameters& parameters, slong epochs, const Number& eps, slong bits,
                                 double log_delta, const Budget& budget, KeptTables* kept) {
  if (kept != nullptr) {
    if (auto value = kept->delta(eps, bits)) return value;
  }
  auto solved = solve(parameters, epochs, eps, bits, log_delta, budget);
  if (!solved) return std::nullopt;
  if (kept != nullptr) kept->all.push_back(std::move(solved->line));
  return solved->value;
}

std::optional<Inversion> epochs_epsilon(const SpectralParameters& parameters, slong epochs, const Number& delta,
                                        const Bracket& known, slong digits, const Budget& budget) {
  const double log_delta = log(delta.ball(64)).to_double_down();
  // What the search below works at: one line for it, not a rough one before.
  constexpr slong guard = 64;
  const slong first_bits = digits * 3322 / 1000 + 1 + guard;
  // One line serves the whole bracket: where eps is largest its aliases are, too.
  auto solved = solve(parameters, epochs, known.hi, first_bits, log_delta, budget);
  if (!solved || solved->value.relative_bits() < 8) return std::nullopt;
  slong bits_of_line = first_bits;
  const auto curve = [&](const Rational& eps, slong bits) -> Sample {
    constexpr int rough_bits = 16;
    if (bits > bits_of_line) {
      if (auto better = solve(parameters, epochs, known.hi, bits, log_delta, budget)) solved = std::move(better);
      bits_of_line = bits;
    }
    const Ball value = solved->line->delta(eps);
    const Rational step = eps * pow(Rational(2), -rough_bits);
    return {value, (solved->line->delta(eps + step) - value) / Ball(step, value.bits())};
  };
  return bisect(
      {.f = curve, .target = delta.ball(digits * 16 + 4096), .lo = known.lo, .hi = known.hi, .digits = digits},
      {.first_bits = first_bits, .last_bits = 8 * first_bits, .budget = budget});
}

}  // namespace hallmark::allocation
