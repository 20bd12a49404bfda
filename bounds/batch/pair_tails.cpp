#include "bounds/batch/pair_tails.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "bounds/batch/pairs.hpp"
#include "exact/normal.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::poisson_gaussian {
namespace {

BatchStep step_of(const Mechanism& m) { return {m.sigma, m.rate}; }

}  // namespace

PairTails::RoughSide PairTails::rough_records(slong records, double rate, double sigma) {
  RoughSide all;
  double ways = steady::pow(1 - rate, static_cast<double>(records));
  for (slong j = 1; j <= records; ++j) {
    ways *= static_cast<double>(records - j + 1) / static_cast<double>(j) * rate / (1 - rate);
    all.push_back({ways, static_cast<double>(j) / sigma});
  }
  return all;
}

PairTails::RoughSide PairTails::rough_mixture(const ShiftMixture& mixture, double sigma) {
  RoughSide all;
  for (std::size_t j = 0; j < mixture.shifts.size(); ++j) {
    if (mixture.shifts[j].sign() > 0) {
      all.push_back({roughly(Ball(mixture.weights[j], 64)), roughly(Ball(mixture.shifts[j], 64)) / sigma});
    }
  }
  return all;
}

// ln sum_j p_j e^(s_j y/sigma - s_j^2/(2 sigma^2)).
double PairTails::rough_density(double y, const RoughSide& side) {
  double sum = 0;
  for (const RoughShift& s : side) sum += s.weight * steady::expm1(std::min(700.0, s.shift * (y - s.shift / 2)));
  return steady::log1p(sum);
}

PairTails::PairTails(const Mechanism& mechanism, Direction direction, slong bits)
    : coupled_(mechanism.pair.coupled),
      bits_(bits),
      rate_(mechanism.rate.ball(bits)),
      spread_(1 / mechanism.sigma.ball(bits)),
      rough_rate_(roughly(mechanism.rate.ball(64))),
      rough_sigma_(roughly(mechanism.sigma.ball(64))),
      above_(step_of(mechanism), coupled_ ? 0 : directed(mechanism.pair, direction).up, bits),
      below_(step_of(mechanism), coupled_ ? 0 : directed(mechanism.pair, direction).down, bits) {
  rough_above_ = rough_records(above_.positive_shifts(), rough_rate_, rough_sigma_);
  rough_below_ = rough_records(below_.positive_shifts(), rough_rate_, rough_sigma_);
}

PairTails::PairTails(const Number& sigma, const ShiftMixture& up, const ShiftMixture& down, slong bits)
    : coupled_(false),
      bits_(bits),
      rate_(0, bits),
      spread_(1 / sigma.ball(bits)),
      rough_rate_(0),
      rough_sigma_(roughly(sigma.ball(64))),
      rough_above_(rough_mixture(up, rough_sigma_)),
      rough_below_(rough_mixture(down, rough_sigma_)),
      above_(sigma, up, bits),
      below_(sigma, down, bits) {}

RatioTail PairTails::at(const Ball& log_ratio) const {
  return coupled_ ? of_coupling(log_ratio) : of_mixture(log_ratio);
}

double PairTails::rough_log_ratio(double y) const {
  return rough_density(y, rough_above_) - rough_density(-y, rough_below_);
}

double PairTails::rough_place(double log_ratio) const {
  double lo = -1;
  double hi = 1;
  constexpr double farthest = 1e5;
  while (lo > -farthest && rough_log_ratio(lo) > log_ratio) lo *= 2;
  while (hi < farthest && rough_log_ratio(hi) < log_ratio) hi *= 2;
  for (int i = 0; i < 70; ++i) {
    const double middle = (lo + hi) / 2;
    (rough_log_ratio(middle) > log_ratio ? hi : lo) = middle;
  }
  return (lo + hi) / 2;
}

// A ball around the y where L is log_ratio; nothing where none is found.
std::optional<Ball> PairTails::place(const Ball& log_ratio) const {
  const auto excess = [&](const Rational& y) {
    return above_.log_at(Ball(y, bits_)) - below_.log_at(Ball(-y, bits_)) - log_ratio;
  };
  constexpr int kept = 50;
  Rational y = short_dyadic(rough_place(roughly(log_ratio)), kept);
  for (int i = 0; i < 8; ++i) {
    const Ball value = excess(y);
    const Ball slope = above_.slope_at(Ball(y, bits_)) + below_.slope_at(Ball(-y, bits_));
    const Ball move = value / slope;
    if (!move.is_finite()) return std::nullopt;
    y = Ball(Ball(y, bits_) - move).centre(bits_);
    const Rational size = abs_upper_end(move).upper();
    if (size < pow(Rational(2), -bits_ / 3)) break;
  }
  const Rational factor = pow(Rational(2), std::max(slong{16}, bits_ / 32));
  for (Rational apart = pow(Rational(2), -bits_ / 2); apart < 1; apart = apart * factor) {
    if (is_positive(excess(y + apart)) == Truth::yes && is_positive(-excess(y - apart)) == Truth::yes) {
      return Ball::between(y - apart, y + apart, bits_);
    }
  }
  return std::nullopt;
}

RatioTail PairTails::of_mixture(const Ball& log_ratio) const {
  const Ball zero(0, bits_);
  const Ball one(1, bits_);
  // Beyond the largest and the least ratio, where there is one.
  const bool has_least = below_.positive_shifts() == 0;
  const bool has_largest = above_.positive_shifts() == 0;
  if (has_least && less_equal(log_ratio, above_.log_constant()) == Truth::yes) return {zero, one, zero, one};
  if (has_largest && less_equal(-below_.log_constant(), log_ratio) == Truth::yes) return {one, zero, one, zero};
  const auto y = place(log_ratio);
  const Ball unit = hull(zero, one);
  if (!y) return {unit, unit, unit, unit};
  const auto masses = [&](const PairDensity& side, slong sign, bool below) {
    return side.mean([&](const Ball& shift) {
      const Ball at = shift * sign;
      return normal_cdf(below ? *y - at : at - *y);
    });
  };
  return {masses(below_, -1, true), masses(below_, -1, false), masses(above_, 1, true), masses(above_, 1, false)};
}

RatioTail PairTails::of_coupling(const Ball& log_ratio) const {
  const Ball mu = 2 * spread_;
  // The masses of {L > l} and {L <= l}, l >= 0.
  const auto beyond = [&](const Ball& l) {
    const Ball z = log1p(expm1(l) / rate_) / mu + mu / 2;
    const NormalSides first = normal_sides(z), second = normal_sides(z - mu);
    return RatioTail{first.below, first.above, (1 - rate_) * first.below + rate_ * second.below,
                     (1 - rate_) * first.above + rate_ * second.above};
  };
  if (is_positive(log_ratio) == Truth::yes) return beyond(log_ratio);  // no atom there: < and <= are one
  const Ball turned = max(-log_ratio, Ball(0, bits_));
  const RatioTail other = beyond(turned);
  if (is_positive(log_ratio) != Truth::unknown) return {other.p_above, other.p_below, other.q_above, other.q_below};
  const Ball unit = hull(Ball(0, bits_), Ball(1, bits_));
  return {unit, unit, unit, unit};
}

RatioSketch PairTails::sketch() const {
  RatioSketch result;
  const double step = 1.0 / 256;
  const double mu = 2 / rough_sigma_;
  constexpr double most = 2000;  // further away so much lies between two points that they tell nothing
  const auto largest = [](const RoughSide& side) { return side.empty() ? 0 : side.back().shift; };
  const double apart = coupled_ ? mu : largest(rough_above_) + largest(rough_below_);
  const double far = 30 + std::min(apart, most);
  constexpr double least = 0x1p-247;
  std::vector<std::pair<double, double>> all;
  for (double y = -far; y <= far; y += step) {
    const double mass = step * steady::exp(-y * y / 2) / std::sqrt(2 * std::numbers::pi);
    if (!coupled_) {
      all.emplace_back(steady::exp(rough_log_ratio(y)), mass);
    } else if (y > mu / 2) {
      const double r = 1 + rough_rate_ * steady::expm1(std::min(600.0, mu * y - mu * mu / 2));
      all.emplace_back(r, mass);
      all.emplace_back(1 / r, mass * r);
    }
  }
  if (coupled_) all.emplace_back(1, 1);
  std::sort(all.begin(), all.end());
  for (const auto& [ratio, mass] : all) {
    if (!(ratio > least && ratio < 1 / least)) continue;
    result.position.push_back(ratio);
    result.mass.push_back(mass);
  }
  if (result.position.empty()) result = {{0.5, 1}, {0.5, 0.5}};
  return result;
}

}  // namespace hallmark::poisson_gaussian
