#include "bounds/shuffle/krr_weak.hpp"

#include <vector>

#include "bounds/shuffle/inversion.hpp"
#include "bounds/shuffle/three_counts.hpp"

namespace hallmark::krr {

Sample weak_delta(const WeakView& x, long bits, const Budget& budget) {
  const Ball share = x.gamma / x.k;
  const Ball drift = x.w_minus_1 * share;
  const auto total = positive_part_with_slope({.n = x.n,
                                               .pair = share,
                                               .third = share * (x.k - 2),
                                               .neither = x.truth,
                                               .nothing_else = false,
                                               .gain = x.edge / x.k,
                                               .loss = x.truth * x.w + drift,
                                               .drift = drift},
                                              {.gain = -share, .loss = x.truth + share, .drift = share}, bits, budget);
  if (!total) return nothing_known(bits);
  const Ball factor = 1 / (share * x.n);
  const Ball value = total->value * factor;
  if (!value.is_finite()) return nothing_known(bits);
  return {clamp(value, 0, 1), x.w * total->slope * factor};
}

std::optional<Rational> weak_delta_exact(long n, long k, const Rational& gamma, const Rational& w,
                                         const Budget& budget) {
  constexpr long most = 500;
  if (n > most) return std::nullopt;
  const Rational u = gamma.numerator();
  const Rational v = gamma.denominator();
  const Rational x = w.numerator();
  const Rational y = w.denominator();
  constexpr double limit = 1e5;  // digits
  const double digits = 0.30103 * (static_cast<double>(n) * static_cast<double>((v * k).height_bits()) +
                                   static_cast<double>(y.height_bits() + u.height_bits()) + 32);
  if (digits > limit) return std::nullopt;
  // All weights over (v k)^n, all gains over 2 v y k 2^s: sums of integers.
  const Rational others = u * (k - 2);
  const Rational none = (v - u) * k;
  Rational sum(0);
  Rational choose_s(1);  // C(n, s) u^s
  for (long s = 1; s <= n; ++s) {
    if (budget.expired()) return std::nullopt;
    choose_s = choose_s * (n - s + 1) / s * u;
    const long count = n - s;
    Rational weight = choose_s * pow(none, count);  // times C(count, j) others^j none^-j
    // Threshold t = floor((w s + (w-1) gamma m / (k (1-gamma))) / (1+w)) + 1, m = s + j.
    const Rational slope = (w - 1) * gamma / ((1 - gamma) * k * (w + 1));
    const Rational base = w / (w + 1) * s;
    long t = s + 1;
    Rational c(0), tail(0);  // C(s, t), sum of C(s, i) over i >= t
    std::vector<std::pair<Rational, Rational>> from(static_cast<std::size_t>(s) + 2, {Rational(0), Rational(0)});
    for (t = s; t >= 0; --t) {
      c = t == s ? Rational(1) : c * (t + 1) / (s - t);
      tail += c;
      from[static_cast<std::size_t>(t)] = {c, tail};
    }
    for (long j = 0; j <= count; ++j) {
      const long m = s + j;
      const Rational threshold = floor(base + slope * m) + 1;
      if (threshold > Rational(s)) break;
      const auto& [here, above] = from[static_cast<std::size_t>(threshold.to_long())];
      sum += weight * ((v - u) * (x + y) * threshold * k * here - (x - y) * ((v - u) * s * k + u * 2 * m) * above);
      if (k == 2) break;
      weight = weight * (count - j) / (j + 1) * others / none;
    }
  }
  return sum / (u * y * 2 * n) / pow(v * k, n);
}

}  // namespace hallmark::krr
