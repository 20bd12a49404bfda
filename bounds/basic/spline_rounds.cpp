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

}  // namespace

Sample spline_delta(const SplinePair& one, slong rounds, const Threshold& threshold, slong wanted,
                    const Budget& budget) {
  require(rounds >= 1 && rounds <= most_spline_rounds, "so many rounds as the closed form takes");
  const slong bits = wanted + 2 * rounds + 32;
  const Sample nothing{Ball::between(0, 1, bits), Ball::anything(bits)};
  const auto size = static_cast<std::size_t>(rounds) + 1;
  // C(T,j) atom^(T-j) density^j.
  std::vector<Ball> weights(size, Ball(1, bits));
  Ball binomial(1, bits);
  Ball power(1, bits);
  for (slong j = 0; j <= rounds; ++j) {
    weights[static_cast<std::size_t>(j)] =
        binomial * power * pow(one.atom.with_bits(bits), static_cast<ulong>(rounds - j));
    binomial = binomial * (rounds - j) / (j + 1);
    power *= one.density;
  }
  Ball sum(0, bits);
  Ball derivative(0, bits);
  std::vector<Ball> column(size, Ball(0, bits));  // K_j(a-1)
  std::vector<Ball> next(size, Ball(0, bits));
  Ball choose(1, bits);  // C(T,a)
  for (slong a = 0; 2 * a < rounds; ++a) {
    const Ball c = one.reach * (rounds - 2 * a) - threshold.eps;
    if (!c.is_finite() || budget.expired()) return nothing;
    if (c.upper().sign() <= 0) break;
    next[0] = choose;
    for (std::size_t j = 0; j + 1 < size; ++j) next[j + 1] = next[j] - column[j] - column[j + 1];
    const Ball above = is_positive(c) == Truth::yes ? c : Ball::between(0, c.upper(), bits);
    const std::optional<std::vector<Ball>> g = series(above, rounds, bits, budget);
    if (!g) return nothing;
    for (std::size_t j = 0; j < size; ++j) {
      if (weights[j].is_zero()) continue;
      const Ball factor = weights[j] * next[j];
      sum += factor * (*g)[j + 1];
      derivative += factor * (*g)[j];
    }
    std::swap(column, next);
    choose = choose * (rounds - a) / (a + 1);
  }
  const Ball front = 2 * sqrt(threshold.w) * pow(one.scale.with_bits(bits), static_cast<ulong>(rounds));
  return {clamp(front * sum, 0, 1), front * (sum / 2 - derivative)};
}

}  // namespace hallmark::basic
