// Hockey-stick divergences by full enumeration in exact rationals: the definition, with nothing clever.
#pragma once

#include <boost/multiprecision/gmp.hpp>
#include <map>
#include <string>
#include <utility>

#include "exact/rational.hpp"

namespace hallmark::test {

using Exact = boost::multiprecision::mpq_rational;

inline Exact exact(const Rational& x) { return Exact(x.to_string()); }
inline Rational rational(const Exact& x) { return Rational(x.str()); }

template <typename Outcome>
using Law = std::map<Outcome, Exact>;

template <typename Outcome>
Exact hockey_stick(const Law<Outcome>& p, const Law<Outcome>& q, const Exact& w) {
  Exact sum = 0;
  for (const auto& [outcome, mass] : p) {
    const auto at = q.find(outcome);
    const Exact gain = mass - (at == q.end() ? Exact(0) : w * at->second);
    if (gain > 0) sum += gain;
  }
  return sum;
}

/// The law of the number of successes of independent trials: one more trial of probability p.
inline Law<long> one_more(const Law<long>& law, const Exact& p) {
  Law<long> next;
  for (const auto& [k, mass] : law) {
    next[k] += mass * (1 - p);
    next[k + 1] += mass * p;
  }
  return next;
}

/// The clones pair by its definition: C ~ Bin(n-1, 1/E), A ~ Bin(C, 1/2), D ~ Bern(E/(E+1)).
inline std::pair<Law<std::pair<long, long>>, Law<std::pair<long, long>>> clones_pair(long n, const Exact& e) {
  Law<long> clones{{0, 1}};
  for (long i = 1; i < n; ++i) clones = one_more(clones, 1 / e);
  Law<std::pair<long, long>> p0, p1;
  for (const auto& [c, weight] : clones) {
    Law<long> heads{{0, 1}};
    for (long i = 0; i < c; ++i) heads = one_more(heads, Exact(1, 2));
    for (const auto& [a, mass] : heads) {
      for (long d = 0; d <= 1; ++d) {
        const Exact m = weight * mass * (d == 1 ? e : Exact(1)) / (e + 1);
        p0[{a + d, c - a + 1 - d}] += m;
        p1[{a + 1 - d, c - a + d}] += m;
      }
    }
  }
  return {p0, p1};
}

/// Laws of the number of ones of shuffled randomized response: user 1 holds 1, user 1 holds 0; `others` more hold 1.
inline std::pair<Law<long>, Law<long>> rr2_pair(long n, const Exact& e, long others) {
  const Exact a = e / (e + 1);
  const Exact b = 1 / (e + 1);
  Law<long> rest{{0, 1}};
  for (long i = 0; i < n - 1; ++i) rest = one_more(rest, i < others ? a : b);
  return {one_more(rest, a), one_more(rest, b)};
}

}  // namespace hallmark::test
