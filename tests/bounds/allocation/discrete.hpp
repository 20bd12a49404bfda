// Random allocation of a discrete randomizer by brute force: all outputs, exact rationals.
#pragma once

#include <functional>
#include <vector>

#include "exact/rational.hpp"

namespace hallmark::test {

/// Outcomes of one step under Q and their ratios X = P/Q.
struct Discrete {
  std::vector<Rational> q;
  std::vector<Rational> x;

  [[nodiscard]] std::vector<Rational> moments(long n) const {
    std::vector<Rational> m(static_cast<std::size_t>(n) + 1);
    for (long p = 0; p <= n; ++p) {
      for (std::size_t i = 0; i < q.size(); ++i) m[static_cast<std::size_t>(p)] += q[i] * pow(x[i], p);
    }
    return m;
  }
};

/// Randomized response with e^eps0 = e.
inline Discrete randomized_response(const Rational& e) { return {{1 / (e + 1), e / (e + 1)}, {e, 1 / e}}; }

inline std::vector<Discrete> several_discrete() {
  const auto r = [](const char* text) { return Rational(text); };
  return {randomized_response(2),
          randomized_response(3),
          {{r("1/2"), r("1/4"), r("1/4")}, {r("1"), r("2"), 0}},
          {{r("1/3"), r("1/3"), r("1/3")}, {r("1/2"), r("2"), r("1/2")}},
          {{r("1/6"), r("1/3"), r("1/2")}, {r("3"), r("1"), r("1/3")}}};
}

/// sum over all outputs of Q^t(o) phi(f(o)), f = e_k(X_1..X_t) / C(t, k).
inline Rational expectation(const Discrete& d, long t, long k, const std::function<Rational(const Rational&)>& phi) {
  Rational subsets = 1;
  for (long i = 0; i < k; ++i) subsets = subsets * (t - i) / (i + 1);
  Rational sum;
  std::vector<std::size_t> o(static_cast<std::size_t>(t), 0);
  for (;;) {
    Rational mass = 1;
    std::vector<Rational> e(static_cast<std::size_t>(k) + 1);  // elementary symmetric, factor by factor
    e[0] = 1;
    for (std::size_t i : o) {
      mass *= d.q[i];
      for (std::size_t j = static_cast<std::size_t>(k); j > 0; --j) e[j] += e[j - 1] * d.x[i];
    }
    sum += mass * phi(e.back() / subsets);
    std::size_t place = 0;
    while (place < o.size() && ++o[place] == d.q.size()) o[place++] = 0;
    if (place == o.size()) return sum;
  }
}

}  // namespace hallmark::test
