#include "shuffle/exact_sums.hpp"

#include <vector>

namespace hallmark::check {

namespace {

struct Small {
  Rational e;
  Rational w;
};

/// E and w, if both are rational and every integer of the exact sums stays below about 2^16 bits.
std::optional<Small> small_case(std::uint64_t n, const Number& eps0, const Number& eps) {
  const std::optional<Rational> e = rational_exp(eps0);
  const std::optional<Rational> w = rational_exp(eps);
  if (!e || !w || n > 256) return std::nullopt;
  if (e->bits() * n > 8192 || w->bits() > 8192) return std::nullopt;
  return Small{*e, *w};
}

/// Coefficients of (x_num + (den - x_num) z... ): the law of Bin(trials, p), p = num/den, times den^trials.
std::vector<Integer> binomial_law(std::uint64_t trials, const Integer& num, const Integer& den) {
  std::vector<Integer> law;
  for (std::uint64_t k = 0; k <= trials; ++k) {
    law.push_back(binomial(trials, k) * pow(num, k) * pow(den - num, trials - k));
  }
  return law;
}

}  // namespace

std::optional<Rational> clones_delta_exact(std::uint64_t n, const Number& eps0, const Number& eps, Budget& budget) {
  const std::optional<Small> small = small_case(n, eps0, eps);
  if (!small) return std::nullopt;
  budget.charge(n * n, 256);
  const auto& [e, w] = *small;
  const Rational tau = (w * e - 1) / ((e - 1) * (w + 1));
  const Rational alpha = (e - w) / (e + 1);
  // p = 1/E = den(E)/num(E).
  const std::vector<Integer> law = binomial_law(n - 1, denominator(e), numerator(e));
  Integer sum_b = 0;  // in units of 1/(num(E)^(n-1) 2^(n-1))
  Integer sum_s = 0;
  for (std::uint64_t c = 0; c < n; ++c) {
    const Rational position = tau * (Integer(c) + 1);
    const Integer threshold = Integer(numerator(position)) / Integer(denominator(position));
    const auto k = threshold.to_unsigned();
    Integer tail = 0;
    for (std::uint64_t j = k + 1; j <= c; ++j) tail += binomial(c, j);
    const Integer weight = law[c] << static_cast<unsigned>(n - 1 - c);
    if (k <= c) sum_b += weight * binomial(c, k);
    sum_s += weight * tail;
  }
  const Integer unit = pow(numerator(e), n - 1) << static_cast<unsigned>(n - 1);
  return Rational(alpha * Rational(sum_b, unit) - (w - 1) * Rational(sum_s, unit));
}

std::optional<Rational> rr2_delta_exact(std::uint64_t n, std::uint64_t ones, const Number& eps0, const Number& eps,
                                        Budget& budget) {
  const std::optional<Small> small = small_case(n, eps0, eps);
  if (!small) return std::nullopt;
  budget.charge(n * n, 256);
  const auto& [e, w] = *small;
  // a = num/(num+den), b = den/(num+den) with E = num/den; everything in units of (num+den)^-n.
  const Integer a = numerator(e);
  const Integer b = denominator(e);
  const Integer sum = a + b;
  const std::vector<Integer> f = binomial_law(ones, a, sum);
  const std::vector<Integer> g = binomial_law(n - 1 - ones, b, sum);
  std::vector<Integer> r(n + 1, Integer(0));  // r[n] stays 0
  for (std::size_t i = 0; i < f.size(); ++i) {
    for (std::size_t j = 0; j < g.size(); ++j) r[i + j] += f[i] * g[j];
  }
  const Integer w_num = numerator(w);
  const Integer w_den = denominator(w);
  Integer total = 0;
  for (std::size_t k = 0; k <= n; ++k) {
    const Integer before = k == 0 ? Integer(0) : r[k - 1];
    const Integer p = a * before + b * r[k];
    const Integer q = b * before + a * r[k];
    const Integer gain = w_den * p - w_num * q;
    if (gain > 0) total += gain;
  }
  return Rational(total, Integer(w_den * pow(sum, n)));
}

}  // namespace hallmark::check
