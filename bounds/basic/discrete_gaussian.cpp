#include "bounds/basic/discrete_gaussian.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bounds/basic/lattice_law_of.hpp"
#include "exact/error.hpp"
#include "exact/proposal.hpp"

namespace hallmark::basic {
namespace {

constexpr slong most_sensitivity = 1'000'000;
constexpr slong most_reach = 5'000'000;

// How far out weights are listed: about 2^-bits is left; a proposal.
slong reach_of(const Ball& sigma2, slong bits) {
  const double wanted = std::sqrt(1.3863 * static_cast<double>(bits) * std::max(0.0, sigma2.to_double_up())) + 1;
  return wanted < static_cast<double>(most_reach) ? static_cast<slong>(wanted) : most_reach;
}

struct Weights {
  std::vector<Ball> at;  // e^(-x^2/(2 sigma2)), x = 0 .. reach, over the normaliser
  Ball missing;          // of the whole mass
};

// As far as the budget goes.
Weights weights(const Ball& sigma2, slong bits, const Budget& budget) {
  constexpr slong between_looks = slong{1} << 12;
  slong reach = reach_of(sigma2, bits);
  Weights w{{}, Ball(0, bits)};
  // e^(-(2x+1)/(2 sigma2)) takes one weight to the next.
  const Ball half = exp(-1 / (2 * sigma2));
  const Ball square = half * half;
  Ball ratio = half;
  Ball weight(1, bits);
  Ball sum(1, bits);
  for (slong x = 0; x <= reach; ++x) {
    w.at.push_back(weight);
    if (x > 0) sum += weight * 2;
    weight *= ratio;
    ratio *= square;
    if ((x + 1) % between_looks == 0 && budget.expired()) reach = x;
  }
  const Ball step(reach + 1, bits);
  const Ball tail = 2 * exp(-step * step / (2 * sigma2)) / -expm1(-step / sigma2);
  w.missing = abs_upper_end(tail);  // the normaliser is at least 1
  const Ball normaliser = plus_up_to(sum, w.missing);
  if (is_positive(normaliser) != Truth::yes) return {{Ball::between(0, 1, bits)}, Ball::between(0, 1, bits)};
  for (Ball& x : w.at) x /= normaliser;
  return w;
}

void check(const Number& sigma2, slong sensitivity) {
  if (sigma2.sign() <= 0) throw InputError("discrete-gaussian", "sigma2", sigma2.to_string(), "positive");
  if (sensitivity < 1 || sensitivity > most_sensitivity) {
    throw InputError("discrete-gaussian", "sensitivity", std::to_string(sensitivity), "an integer from 1 to 10^6");
  }
}

}  // namespace

Law discrete_gaussian(const Number& sigma2, slong sensitivity) {
  check(sigma2, sensitivity);
  return lattice_law_of(fmt::format("discrete-gaussian sigma2={} sensitivity={}", sigma2.to_string(), sensitivity),
                        [=](slong bits, const Budget& budget) {
                          const slong working = bits + 64;
                          const Ball variance = sigma2.ball(working);
                          const Weights w = weights(variance, working, budget);
                          const slong reach = static_cast<slong>(w.at.size()) - 1;
                          std::vector<Ball> p;
                          for (slong i = 0; i <= 2 * reach; ++i)
                            p.push_back(w.at[static_cast<std::size_t>(std::abs(i - reach))]);
                          const Ball d(sensitivity, working);
                          return LatticePair{(d * d - 2 * d * reach) / (2 * variance), d / variance, std::move(p),
                                             Ball(0, working), w.missing};
                        });
}

Ball discrete_gaussian_by_characteristic(const Number& sigma2, slong sensitivity, slong rounds, const Number& eps,
                                         slong bits) {
  check(sigma2, sensitivity);
  const Ball variance = sigma2.ball(bits);
  const Weights w = weights(variance, bits, {});
  const double spread = std::sqrt(std::max(0.0, variance.to_double_up()) * static_cast<double>(rounds));
  const slong side = static_cast<slong>(spread * std::sqrt(1.3863 * static_cast<double>(bits))) + 2;
  const slong size = 2 * side + 1;
  const auto phase = [&](slong k) { return 2 * Ball::pi(bits) * Ball(Rational(k) / size, bits); };
  std::vector<Ball> powers;  // phi(2 pi k/N)^T
  for (slong k = 0; k < size; ++k) {
    Ball phi = w.at[0];
    for (slong x = 1; x < static_cast<slong>(w.at.size()); ++x) {
      phi += 2 * w.at[static_cast<std::size_t>(x)] * cos(phase(k * x % size));
    }
    phi.widen(w.missing);
    powers.push_back(pow(phi, static_cast<ulong>(rounds)));
  }
  const Ball d(sensitivity, bits);
  const Ball threshold = eps.ball(bits);
  Ball sum(0, bits);
  for (slong s = -side; s <= side; ++s) {
    const Ball excess = threshold - (d * d * rounds - 2 * d * s) / (2 * variance);
    if (is_positive(excess) == Truth::yes) continue;
    Ball mass(0, bits);
    for (slong k = 0; k < size; ++k) mass += powers[static_cast<std::size_t>(k)] * cos(phase((k * std::abs(s)) % size));
    sum += mass / size * max(-expm1(excess), Ball(0, bits));
  }
  const Ball distance(side + 1, bits);
  sum.widen(2 * exp(-distance * distance / (2 * variance * rounds)));
  return clamp(sum, 0, 1);
}

}  // namespace hallmark::basic
