#include "bounds/basic/spline_rounds.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

#include "exact/error.hpp"
#include "exact/proposal.hpp"
#include "exact/steady.hpp"

namespace hallmark::basic {
namespace {

// Where to begin the backward recursion, so that what is left out is about 2^-bits of the rest: a proposal.
slong start_of(double c, slong rounds, slong bits) {
  slong m = rounds + 4;
  double log2_term = static_cast<double>(m) * steady::log2(std::max(c, 1e-300)) -
                     steady::lgamma(static_cast<double>(m + 1)) / std::numbers::ln2;
  const double aim = -static_cast<double>(bits) - c;
  constexpr slong most = 1'000'000;
  while (log2_term - static_cast<double>(m - rounds) > aim && m < most) {
    ++m;
    log2_term += steady::log2(std::max(c, 1e-300)) - steady::log2(static_cast<double>(m));
  }
  return m;
}

// G_-1, G_0, ..., G_rounds at c >= 0: element j + 1; nothing when the budget ends.
std::optional<std::vector<Ball>> series(const Ball& c, slong rounds, slong bits, const Budget& budget) {
  constexpr std::size_t between_questions = 256;
  const slong start = start_of(std::max(0.0, c.to_double_up()), rounds, bits);
  std::vector<Ball> terms(static_cast<std::size_t>(start) + 3, Ball(0, bits));  // c^m / m!
  terms[0] = Ball(1, bits);
  for (std::size_t m = 1; m < terms.size(); ++m) {
    if (m % between_questions == 0 && budget.expired()) return std::nullopt;
    terms[m] = terms[m - 1] * c / static_cast<slong>(m);
  }
  const auto beyond = [&](slong m) {
    const Ball most = terms[static_cast<std::size_t>(m)] * sinh(c / 2);
    return most.is_finite() ? Ball::between(0, most.upper(), bits) : Ball::anything(bits);
  };
  std::vector<Ball> g(static_cast<std::size_t>(rounds) + 2, Ball(0, bits));
  Ball later = beyond(start + 1);  // G_(j+2)
  Ball middle = beyond(start);     // G_(j+1)
  for (slong j = start - 1; j >= -1; --j) {
    Ball here = later;
    here.mul_2exp(-1);
    here += terms[static_cast<std::size_t>(j + 1)];
    here.mul_2exp(-1);
    if (j <= rounds) g[static_cast<std::size_t>(j + 1)] = here;
    later = std::move(middle);
    middle = std::move(here);
  }
  return g;
}

// The sum over all places, kind after kind: each hands on the weights of its integrals, by their number.
class Places {
 public:
  Places(const std::vector<SplineRounds>& kinds, const Ball& eps, slong rounds, slong bits, const Budget& budget)
      : kinds_(kinds),
        eps_(eps),
        rounds_(rounds),
        bits_(bits),
        budget_(budget),
        beyond_(kinds.size() + 1, Ball(0, bits)),
        sum_(0, bits),
        derivative_(0, bits) {
    for (std::size_t i = kinds.size(); i-- > 0;) beyond_[i] = beyond_[i + 1] + kinds[i].one.reach * kinds[i].rounds;
    for (const SplineRounds& kind : kinds) weights_.push_back(weights_of(kind));
  }

  // Whether all were taken: else the budget ended.
  bool take() { return take_kind(0, Ball(0, bits_), {Ball(1, bits_)}); }
  [[nodiscard]] const Ball& sum() const { return sum_; }
  [[nodiscard]] const Ball& derivative() const { return derivative_; }

 private:
  // C(T,j) atom^(T-j) density^j.
  [[nodiscard]] std::vector<Ball> weights_of(const SplineRounds& kind) const {
    std::vector<Ball> weights;
    Ball binomial(1, bits_);
    Ball power(1, bits_);
    for (slong j = 0; j <= kind.rounds; ++j) {
      weights.push_back(binomial * power * pow(kind.one.atom.with_bits(bits_), static_cast<ulong>(kind.rounds - j)));
      binomial = binomial * (kind.rounds - j) / (j + 1);
      power *= kind.one.density;
    }
    return weights;
  }

  bool take_kind(std::size_t i, const Ball& place, const std::vector<Ball>& before) {
    if (i == kinds_.size()) return take_place(place - eps_, before);
    const slong rounds = kinds_[i].rounds;
    const std::vector<Ball>& weights = weights_[i];
    std::vector<Ball> column(weights.size(), Ball(0, bits_));  // K_j(a-1)
    std::vector<Ball> next = column;
    Ball choose(1, bits_);  // C(T,a)
    for (slong a = 0; a <= rounds; ++a) {
      const Ball here = place + kinds_[i].one.reach * (rounds - 2 * a);
      const Ball most = here + beyond_[i + 1] - eps_;
      if (!most.is_finite() || budget_.expired()) return false;
      if (most.upper().sign() <= 0) break;
      next[0] = choose;
      for (std::size_t j = 0; j + 1 < next.size(); ++j) next[j + 1] = next[j] - column[j] - column[j + 1];
      std::vector<Ball> all(before.size() + weights.size() - 1, Ball(0, bits_));
      for (std::size_t j = 0; j < weights.size(); ++j) {
        if (weights[j].is_zero()) continue;
        const Ball weight = weights[j] * next[j];
        for (std::size_t k = 0; k < before.size(); ++k) all[j + k].add_product(weight, before[k]);
      }
      if (!take_kind(i + 1, here, all)) return false;
      std::swap(column, next);
      choose = choose * (rounds - a) / (a + 1);
    }
    return true;
  }

  bool take_place(const Ball& c, const std::vector<Ball>& weights) {
    const Ball above = is_positive(c) == Truth::yes ? c : Ball::between(0, c.upper(), bits_);
    const std::optional<std::vector<Ball>> g = series(above, rounds_, bits_, budget_);
    if (!g) return false;
    for (std::size_t j = 0; j < weights.size(); ++j) {
      if (weights[j].is_zero()) continue;
      sum_ += weights[j] * (*g)[j + 1];
      derivative_ += weights[j] * (*g)[j];
    }
    return true;
  }

  const std::vector<SplineRounds>& kinds_;
  const Ball& eps_;
  slong rounds_;  // of all kinds
  slong bits_;
  const Budget& budget_;
  std::vector<Ball> beyond_;  // the largest place that kinds from the i-th on add
  std::vector<std::vector<Ball>> weights_;
  Ball sum_;
  Ball derivative_;
};

}  // namespace

double spline_terms(const std::vector<slong>& rounds) {
  double places = 1, all = 0;
  for (const slong r : rounds) {
    places *= static_cast<double>(r) + 1;
    all += static_cast<double>(r);
  }
  return places * all;
}

Sample spline_delta(const std::vector<SplineRounds>& kinds, const Threshold& threshold, slong wanted,
                    const Budget& budget) {
  slong rounds = 0;
  for (const SplineRounds& kind : kinds) {
    require(kind.rounds >= 1 && kind.rounds <= most_spline_rounds, "so many rounds as the closed form takes");
    rounds += kind.rounds;
  }
  const slong bits = wanted + 2 * rounds + 32;
  Places places(kinds, threshold.eps, rounds, bits, budget);
  if (!places.take()) return {Ball::between(0, 1, bits), Ball::anything(bits)};
  Ball front = 2 * sqrt(threshold.w);
  for (const SplineRounds& kind : kinds) front *= pow(kind.one.scale.with_bits(bits), static_cast<ulong>(kind.rounds));
  return {clamp(front * places.sum(), 0, 1), front * (places.sum() / 2 - places.derivative())};
}

}  // namespace hallmark::basic
