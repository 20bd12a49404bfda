#include "bounds/shuffle/exact_atoms.hpp"

namespace hallmark::atoms {
namespace {

constexpr slong most_reports = 60;
constexpr slong most_bits = 64;  // of e^eps0, and of gamma

// The law of Bin(trials, p).
std::vector<Rational> binomial_law(slong trials, const Rational& p) {
  std::vector<Rational> law{1};
  for (slong i = 0; i < trials; ++i) {
    std::vector<Rational> next(law.size() + 1, Rational(0));
    for (std::size_t j = 0; j < law.size(); ++j) {
      next[j] += law[j] * (1 - p);
      next[j + 1] += law[j] * p;
    }
    law = std::move(next);
  }
  return law;
}

// C ~ Bin(n-1, p), A ~ Bin(C, 1/2), D ~ Bern(a): (A + D, C - A + 1 - D) against (A + 1 - D, C - A + D), masses by
// `share`.
void add_coin_pair(std::vector<ExactAtom>& all, slong n, const Rational& p, const Rational& a, const Rational& share) {
  const std::vector<Rational> counts = binomial_law(n - 1, p);
  for (std::size_t c = 0; c < counts.size(); ++c) {
    const std::vector<Rational> coins = binomial_law(static_cast<slong>(c), Rational("1/2"));
    const auto coin = [&](std::size_t x) { return x < coins.size() ? coins[x] : Rational(0); };
    for (std::size_t x = 0; x <= c + 1; ++x) {
      const Rational raised = x > 0 ? coin(x - 1) : Rational(0);
      const Rational mass = counts[c] * share;
      all.push_back({mass * (a * raised + (1 - a) * coin(x)), mass * ((1 - a) * raised + a * coin(x))});
    }
  }
}

std::optional<Rational> fraction_of(const std::optional<Rational>& x, slong n) {
  return n <= most_reports && x && x->height_bits() <= most_bits ? x : std::nullopt;
}

}  // namespace

std::optional<std::vector<ExactAtom>> exact_clones(slong n, const Number& eps0) {
  const auto e = fraction_of(eps0.rational_exponential(), n);
  if (!e) return std::nullopt;
  std::vector<ExactAtom> all;
  add_coin_pair(all, n, 1 / *e, *e / (*e + 1), 1);
  return all;
}

std::optional<std::vector<ExactAtom>> exact_rr2(slong n, const Number& eps0, slong others) {
  const auto e = fraction_of(eps0.rational_exponential(), n);
  if (!e) return std::nullopt;
  const Rational a = *e / (*e + 1);
  const std::vector<Rational> ones = binomial_law(others, a);
  const std::vector<Rational> zeros = binomial_law(n - 1 - others, 1 - a);
  std::vector<Rational> rest(static_cast<std::size_t>(n), Rational(0));
  for (std::size_t i = 0; i < ones.size(); ++i) {
    for (std::size_t j = 0; j < zeros.size(); ++j) rest[i + j] += ones[i] * zeros[j];
  }
  std::vector<ExactAtom> all;
  for (std::size_t j = 0; j <= rest.size(); ++j) {
    const Rational below = j > 0 ? rest[j - 1] : Rational(0);
    const Rational here = j < rest.size() ? rest[j] : Rational(0);
    all.push_back({a * below + (1 - a) * here, (1 - a) * below + a * here});
  }
  return all;
}

std::optional<std::vector<ExactAtom>> exact_krr_strong_pair(slong n, slong k, const Number& gamma) {
  const auto g = fraction_of(gamma.rational(), n);
  if (!g) return std::nullopt;
  std::vector<ExactAtom> all;
  add_coin_pair(all, n, *g * 2 / k, 1, 1);
  return all;
}

std::optional<std::vector<ExactAtom>> exact_krr_strong(slong n, slong k, const Number& gamma) {
  const auto g = fraction_of(gamma.rational(), n);
  if (!g) return std::nullopt;
  std::vector<ExactAtom> all{{*g, *g}};
  add_coin_pair(all, n, *g * 2 / k, 1, 1 - *g);
  return all;
}

std::optional<std::vector<ExactAtom>> exact_krr_weak(slong n, slong k, const Number& gamma) {
  const auto g = fraction_of(gamma.rational(), n);
  if (!g) return std::nullopt;
  const std::vector<Rational> blanket = binomial_law(n - 1, *g);
  const Rational other = *g / k;  // of user 1's message in one category that is not the true one
  const Rational own = 1 - *g + other;
  std::vector<ExactAtom> all;
  for (std::size_t b = 0; b < blanket.size(); ++b) {
    // Counts (x, y) of the b uniform messages and user 1's.
    const std::size_t side = b + 2;
    std::vector<ExactAtom> counts(side * side, ExactAtom{0, 0});
    const auto add = [&](std::size_t x, std::size_t y, const Rational& in_p, const Rational& in_q) {
      counts[x * side + y].p += in_p;
      counts[x * side + y].q += in_q;
    };
    const std::vector<Rational> in_two = binomial_law(static_cast<slong>(b), Rational(2) / k);
    for (std::size_t s = 0; s <= b; ++s) {
      const std::vector<Rational> first = binomial_law(static_cast<slong>(s), Rational("1/2"));
      for (std::size_t x = 0; x <= s; ++x) {
        const Rational mass = blanket[b] * in_two[s] * first[x];
        add(x + 1, s - x, mass * own, mass * other);
        add(x, s - x + 1, mass * other, mass * own);
        add(x, s - x, mass * other * (k - 2), mass * other * (k - 2));
      }
    }
    all.insert(all.end(), counts.begin(), counts.end());
  }
  return all;
}

}  // namespace hallmark::atoms
