#include "shuffle/exact_sums.hpp"

#include <bit>

namespace hallmark::check {

namespace {

/// A law on 0, 1, ... in units of 1/unit.
struct Law {
  std::vector<Integer> masses;
  Integer unit;
};

/// Bin(trials, p)
Law coins(Count trials, const Rational& p) {
  const Integer up = numerator(p);
  const Integer down = denominator(p) - up;
  Law law{{}, pow(denominator(p), trials)};
  for (Count i = 0; i <= trials; ++i) {
    law.masses.push_back(binomial(trials, i) * pow(up, i) * pow(down, trials - i));
  }
  return law;
}

/// Of the sum of two independent numbers.
Law sum_of(const Law& x, const Law& y) {
  Law law{std::vector<Integer>(x.masses.size() + y.masses.size() - 1), x.unit * y.unit};
  for (std::size_t i = 0; i < x.masses.size(); ++i) {
    for (std::size_t j = 0; j < y.masses.size(); ++j) law.masses[i + j] += x.masses[i] * y.masses[j];
  }
  return law;
}

/// sum max(0, p - w q), laws of as many numbers.
Rational divergence(const Law& p, const Law& q, const Rational& w) {
  const Integer p_factor = q.unit * denominator(w);
  const Integer q_factor = p.unit * numerator(w);
  Integer total = 0;
  for (std::size_t i = 0; i < p.masses.size(); ++i) {
    const Integer gain = p.masses[i] * p_factor - q.masses[i] * q_factor;
    if (gain > 0) total += gain;
  }
  return {total, p.unit * p_factor};
}

/// e^eps, if it and `other` are rational and every integer of a sum of `size` factors stays below about 2^16 bits.
std::optional<Rational> small_case(const std::optional<Rational>& other, std::size_t more_bits, const Number& eps,
                                   Count size, Count most) {
  constexpr std::size_t most_bits = 16384;
  std::optional<Rational> w = rational_exp(eps);
  if (!w || !other || size > most || w->bits() > most_bits) return std::nullopt;
  if ((other->bits() + more_bits) * size > most_bits) return std::nullopt;
  return w;
}

std::optional<Rational> rational(const Number& x) {
  return x.kind == Number::Kind::rational ? std::optional(x.argument) : std::nullopt;
}

/// Given C = c ~ Bin(n-1, p) the first counter is Bin(c, 1/2) and one coin more, of probability a under P0 and 1-a
/// under P1.
Rational coin_pair(Count n, const Rational& p, const Rational& a, const Rational& w) {
  const Law users = coins(n - 1, p);
  const Law first = coins(1, a);
  const Law second = coins(1, 1 - a);
  const Law fair = coins(1, Rational(1, 2));
  Law sides = coins(0, 0);
  Rational total = 0;
  for (const Integer& mass : users.masses) {
    total += mass * divergence(sum_of(sides, first), sum_of(sides, second), w);
    sides = sum_of(sides, fair);
  }
  return total / users.unit;
}

}  // namespace

std::optional<Rational> clones_delta_exact(Count n, const Number& eps0, const Number& eps) {
  const std::optional<Rational> e = rational_exp(eps0);
  const std::optional<Rational> w = small_case(e, 0, eps, n, 256);
  if (!w) return std::nullopt;
  return coin_pair(n, 1 / *e, *e / (*e + 1), *w);
}

std::optional<Rational> krr_pair_delta_exact(Count n, const Number& gamma, Count k, const Number& eps) {
  // From w = n-1 on, the largest finite ratio, only the outputs gain that J1 never gives (PROOFS.md 6.1).
  const bool beyond = n <= 2 || compare(eps, Number{Number::Kind::ln, Rational(n - 1)}) == Order::greater;
  const auto w = small_case(rational(gamma), bits_of(k), beyond ? Number{} : eps, n, 256);
  if (!w) return std::nullopt;
  if (!beyond) return coin_pair(n, 2 * gamma.argument / k, 1, *w);
  return pow(1 - gamma.argument / k, n - 1);
}

std::optional<Rational> krr_weak_delta_exact(Count n, const Number& gamma, Count k, const Number& eps) {
  const std::optional<Rational> w = small_case(rational(gamma), bits_of(k), eps, n, 40);
  if (!w) return std::nullopt;
  // k/(n gamma) times the expectation of max(0, (1-gamma)(n1 - w n2) + (1-w) gamma m/k), n1 and n2 of the m users who
  // are replaced showing one of two categories.
  const Rational& g = gamma.argument;
  Rational total = 0;
  for (Count m = 0; m <= n; ++m) {
    const Law shown = coins(m, Rational(2, k));
    for (Count s = 0; s <= m; ++s) {
      const Law sides = coins(s, Rational(1, 2));
      Rational gains = 0;
      for (Count first = 0; first <= s; ++first) {
        const Rational gain = (1 - g) * (first - *w * (s - first)) + (1 - *w) * g * m / k;
        if (gain > 0) gains += gain * sides.masses[first];
      }
      if (gains > 0) {
        total +=
            gains * Rational(shown.masses[s] * binomial(n, m), shown.unit * sides.unit) * pow(g, m) * pow(1 - g, n - m);
      }
    }
  }
  return total * k / (g * n);
}

std::optional<Rational> four_categories_delta_exact(Count n, const Number& p, const Number& q, const Number& eps) {
  if (q.kind != Number::Kind::rational) return std::nullopt;
  const std::optional<Rational> w = small_case(rational(p), q.argument.bits(), eps, n, 40);
  if (!w) return std::nullopt;
  // The expectation of max(0, q (n0 - w n1) - (w-1) (1-q) third) over n(p), n0 and n1 the two sides of `pair` users.
  const Rational& x = p.argument;
  const Law pairs = coins(n, 2 * x);
  Rational total = 0;
  for (Count pair = 0; pair <= n; ++pair) {
    const Law sides = coins(pair, Rational(1, 2));
    const Law thirds = coins(n - pair, x / (1 - 2 * x));
    Rational gains = 0;
    for (Count third = 0; third <= n - pair; ++third) {
      for (Count first = 0; first <= pair; ++first) {
        const Rational gain = q.argument * (first - *w * (pair - first)) - (*w - 1) * (1 - q.argument) * third;
        if (gain > 0) gains += gain * Rational(sides.masses[first] * thirds.masses[third]);
      }
    }
    total += gains * Rational(pairs.masses[pair], pairs.unit * sides.unit * thirds.unit);
  }
  return total / (x * n);
}

std::optional<Rational> responses_delta_exact(const Responses& x, const Number& eps0, const Number& eps) {
  const std::optional<Rational> e = rational_exp(eps0);
  const Count n = x.ones + x.zeros + x.record;
  const std::optional<Rational> w = small_case(e, 0, eps, n, 512);
  if (!w) return std::nullopt;
  const Rational a = *e / (*e + 1);
  const Rational b = 1 - a;
  const auto law = [&](Count ones) { return sum_of(coins(ones, a), coins(n - ones, b)); };
  return divergence(law(x.ones + x.record), law(x.ones), *w);
}

std::optional<Rational> decomposition_exact(Count steps, const Number& lambda, bool remove, const Number& eps0,
                                            const Number& eps) {
  const std::optional<Rational> e = rational_exp(eps0);
  const std::optional<Rational> rate = rational(lambda);
  if (!rate) return std::nullopt;
  const std::optional<Rational> w = small_case(e, 2 * rate->bits(), eps, steps, 512);
  if (!w) return std::nullopt;
  const Rational a = *e / (*e + 1);
  const Rational b = 1 - a;
  const Decomposition<Rational> d(remove, 1, pow(1 - *rate, steps), *w);
  const Law p = coins(steps, b + *rate * (a - b));
  const Law q = coins(steps, b);
  const Rational value = (remove ? divergence(p, q, d.threshold) : divergence(q, p, d.threshold)) / d.share;
  return value < 1 ? value : Rational(1);
}

}  // namespace hallmark::check
