#include "bounds/basic/lattice_rounds.hpp"

#include <bit>

#include "exact/error.hpp"
#include "exact/series.hpp"

namespace hallmark::basic {
namespace {

constexpr slong most_points = 100'000;

// The masses of the sum of many rounds of two points, C(T,i) p_1^i p_0^(T-i), each from the one before.
std::vector<Ball> binomial_masses(const Ball& p_0, const Ball& p_1, slong rounds) {
  const Ball odds = p_1 / p_0;
  std::vector<Ball> masses{pow(p_0, static_cast<ulong>(rounds))};
  for (slong i = 0; i < rounds; ++i) masses.push_back(masses.back() * odds * (rounds - i) / (i + 1));
  return masses;
}

}  // namespace

std::optional<LatticeRounds> LatticeRounds::build(const LatticePair& one, slong rounds, slong bits,
                                                  const Budget& budget) {
  require(rounds >= 1 && !one.p.empty(), "a pair and its rounds");
  const slong width = static_cast<slong>(one.p.size()) - 1;
  if (width > 0 && rounds > (most_points - 1) / width) return std::nullopt;
  const slong points = rounds * width + 1;
  // Units of so few bits that `bits` are right after the rounds' roundings.
  const slong guard = 2 * static_cast<slong>(std::bit_width(static_cast<ulong>(points + rounds))) + 16;
  const slong working = bits + guard;
  constexpr slong many_rounds = 2000;  // where the power of two points takes longer
  std::optional<std::vector<Ball>> masses = one.p;
  if (rounds > many_rounds && width == 1 && is_positive(one.p.front()) == Truth::yes) {
    masses = binomial_masses(one.p.front().with_bits(working), one.p.back().with_bits(working), rounds);
  } else if (rounds > 1) {
    std::vector<Ball> padded;
    for (const Ball& p : one.p) padded.push_back(p.with_bits(working));
    padded.resize(static_cast<std::size_t>(points), Ball(0, working));
    masses = series_power_by_integers(padded, rounds, budget);
  }
  if (!masses) return std::nullopt;
  const auto count = static_cast<ulong>(rounds);
  LatticeRounds r(one.first * rounds, one.step, one.missing * rounds);
  const Ball infinite = 1 - pow(1 - one.infinite, count);
  r.p_above_.assign(static_cast<std::size_t>(points) + 1, Ball(0, working));
  r.q_above_ = r.p_above_;
  r.p_above_.back() = infinite;
  Ball decay = exp(-(r.first_ + r.step_ * (points - 1)));  // e^-L of the point
  const Ball growth = exp(r.step_);
  for (slong i = points - 1; i >= 0; --i) {
    const auto at = static_cast<std::size_t>(i);
    r.p_above_[at] = r.p_above_[at + 1] + (*masses)[at];
    // Where L is not above 0 the masses' errors would grow with e^-L, and no threshold stands there.
    const bool below = is_positive(r.first_ + r.step_ * (i + 1)) == Truth::no;
    r.q_above_[at] = below ? Ball::between(0, 1, working) : r.q_above_[at + 1] + (*masses)[at] * decay;
    decay *= growth;
  }
  return r;
}

Sample LatticeRounds::at(const Threshold& threshold) const {
  const slong points = static_cast<slong>(p_above_.size()) - 1;
  // The points above eps begin between `low` and `high`.
  const Ball place = (threshold.eps - first_) / step_;
  if (!place.is_finite()) return {Ball::between(0, 1, first_.bits()), Ball::anything(first_.bits())};
  const auto index = [&](const Rational& x) {
    const Rational i = floor(x) + 1;
    if (i < 0) return slong{0};
    return i > Rational(points) ? points : i.to_long();
  };
  const auto low = static_cast<std::size_t>(index(place.lower()));
  const auto high = static_cast<std::size_t>(index(place.upper()));
  const Ball slope = -threshold.w * q_above_[high];
  Ball value = p_above_[high] + slope;
  if (high - low == 1) {
    value = max(value, p_above_[low] - threshold.w * q_above_[low]);  // one point in doubt: the better event
  } else if (low < high) {
    value = plus_up_to(value, p_above_[low] - p_above_[high]);
  }
  return {clamp(plus_up_to(value, missing_), 0, 1), slope};
}

}  // namespace hallmark::basic
