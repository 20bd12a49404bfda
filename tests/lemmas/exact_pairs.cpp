#include "lemmas/exact_pairs.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>
#include <utility>

namespace hallmark::lemmas {

Rational ratio(long a, long b) { return Rational(a) / Rational(b); }

Rational power(const Rational& x, int k) {
  Rational result = 1;
  Rational square = x;
  for (int rest = k; rest > 0; rest /= 2) {
    if (rest % 2 == 1) {
      result *= square;
    }
    square *= square;
  }
  return result;
}

Integer floor_of(const Rational& x) {
  Integer result;
  mpz_fdiv_q(result.backend().data(), mpq_numref(x.backend().data()), mpq_denref(x.backend().data()));
  return result;
}

Integer ceiling_of(const Rational& x) { return -floor_of(-x); }

std::string text(const Rational& x) { return x.str(); }

Integer choose(int n, int k) {
  Integer result = 0;
  if (k >= 0 && k <= n) {
    mpz_bin_uiui(result.backend().data(), static_cast<unsigned long>(n), static_cast<unsigned long>(k));
  }
  return result;
}

Rational binomial_pmf(int n, const Rational& p, int k) {
  if (k < 0 || k > n) {
    return 0;
  }
  return Rational(choose(n, k)) * power(p, k) * power(1 - p, n - k);
}

Rational binomial_upper_tail(int n, const Rational& p, int t) {
  Rational sum = 0;
  for (int k = std::max(t, 0); k <= n; ++k) {
    sum += binomial_pmf(n, p, k);
  }
  return sum;
}

std::vector<Rational> binomial_law(int n, const Rational& p) {
  std::vector<Rational> law;
  for (int k = 0; k <= n; ++k) {
    law.push_back(binomial_pmf(n, p, k));
  }
  return law;
}

std::vector<Rational> convolve(const std::vector<Rational>& x, const std::vector<Rational>& y) {
  std::vector<Rational> sum(x.size() + y.size() - 1);
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < y.size(); ++j) {
      sum[i + j] += x[i] * y[j];
    }
  }
  return sum;
}

std::vector<Rational> law_of(std::vector<Rational> weights) {
  const Rational total = std::accumulate(weights.begin(), weights.end(), Rational(0));
  if (total <= 0) throw std::invalid_argument("law_of: no weight is positive");
  for (Rational& mass : weights) mass /= total;
  return weights;
}

Pair pair_of(const std::vector<Rational>& p, const std::vector<Rational>& q) {
  Pair pair(std::max(p.size(), q.size()));
  for (std::size_t i = 0; i < p.size(); ++i) {
    pair[i].p = p[i];
  }
  for (std::size_t i = 0; i < q.size(); ++i) {
    pair[i].q = q[i];
  }
  return pair;
}

Pair product(const Pair& first, const Pair& second) {
  Pair both;
  for (const Atom& x : first) {
    for (const Atom& y : second) both.push_back({x.p * y.p, x.q * y.q});
  }
  return both;
}

Pair reversed(const Pair& pair) {
  Pair result;
  for (const auto& atom : pair) {
    result.push_back({atom.q, atom.p});
  }
  return result;
}

bool is_pair_of_distributions(const Pair& pair) {
  Rational p = 0;
  Rational q = 0;
  for (const auto& atom : pair) {
    if (atom.p < 0 || atom.q < 0) {
      return false;
    }
    p += atom.p;
    q += atom.q;
  }
  return p == 1 && q == 1;
}

Rational hockey_stick(const Pair& pair, const Rational& w) {
  Rational sum = 0;
  for (const auto& atom : pair) {
    const Rational excess = atom.p - w * atom.q;
    if (excess > 0) {
      sum += excess;
    }
  }
  return sum;
}

Rational slope(const Pair& pair, const Rational& w) {
  Rational sum = 0;
  for (const auto& atom : pair) {
    if (atom.p > w * atom.q) {
      sum += atom.q;
    }
  }
  return sum;
}

std::vector<Rational> breakpoints(const Pair& pair) {
  std::vector<Rational> points;
  for (const auto& atom : pair) {
    if (atom.q > 0) {
      points.push_back(atom.p / atom.q);
    }
  }
  std::sort(points.begin(), points.end());
  points.erase(std::unique(points.begin(), points.end()), points.end());
  return points;
}

Profile::Profile(const Pair& dominating) : points_(breakpoints(dominating)) {
  points_.emplace_back(0);
  points_.emplace_back(1);
  std::sort(points_.begin(), points_.end());
  points_.erase(std::unique(points_.begin(), points_.end()), points_.end());
  for (const auto& w : points_) {
    values_.push_back(hockey_stick(dominating, w));
  }
}

std::optional<Rational> Profile::exceeded_by(const Pair& other) const {
  for (std::size_t i = 0; i < points_.size(); ++i) {
    if (hockey_stick(other, points_[i]) > values_[i]) {
      return points_[i];
    }
  }
  return std::nullopt;
}

Pair clones_pair(int n, const Rational& e, const Rational& p) {
  std::map<std::pair<int, int>, Atom> atoms;
  const Rational truth = e / (e + 1);
  for (int c = 0; c < n; ++c) {
    const Rational mass_c = binomial_pmf(n - 1, p, c);
    for (int a = 0; a <= c; ++a) {
      const Rational mass = mass_c * binomial_pmf(c, ratio(1, 2), a);
      for (int d = 0; d <= 1; ++d) {
        const Rational mass_d = mass * (d == 1 ? truth : Rational(1 - truth));
        atoms[{a + d, c - a + 1 - d}].p += mass_d;
        atoms[{a + 1 - d, c - a + d}].q += mass_d;
      }
    }
  }
  Pair pair;
  for (const auto& [outcome, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

Pair clones_pair(int n, const Rational& e) { return clones_pair(n, e, 1 / e); }

Pair a1_pair(int n, const Rational& p) {
  std::map<std::pair<int, int>, Atom> atoms;
  for (int c = 0; c < n; ++c) {
    for (int a = 0; a <= c; ++a) {
      const Rational mass = binomial_pmf(n - 1, p, c) * binomial_pmf(c, ratio(1, 2), a);
      atoms[{a + 1, c - a}].p += mass;
      atoms[{a, c - a + 1}].q += mass;
    }
  }
  Pair pair;
  for (const auto& [outcome, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

const std::vector<Rational>& several_e() {
  static const std::vector<Rational> values = {ratio(3, 2), 2, 3, 5, 10};
  return values;
}

}  // namespace hallmark::lemmas
