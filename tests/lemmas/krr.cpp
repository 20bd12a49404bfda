// Shuffled k-ary randomized response and the two adversaries of [KHH21], views enumerated. The strong view itself and
// the printed equation (3.1) are checked in shuffle.cpp.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"
#include "lemmas/mechanisms.hpp"

namespace hallmark::lemmas {

namespace {

const std::vector<Rational>& several_gammas() {
  static const std::vector<Rational> gammas = {ratio(1, 4), ratio(1, 2), ratio(9, 10)};
  return gammas;
}

std::string where(int n, int k, const Rational& gamma, const Rational& w) {
  return "n=" + std::to_string(n) + ", k=" + std::to_string(k) + ", gamma=" + text(gamma) + ", w=" + text(w);
}

template <class Key>
Pair atoms_of(const std::map<Key, Atom>& atoms) {
  Pair pair;
  for (const auto& [key, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

/// The weak view by brute force: the adversary sees which of the first n-1 users answered at random, and the shuffled
/// answers of all; the last user holds 0 or 1.
Pair weak_view(int k, const Rational& gamma, const std::vector<int>& others) {
  using Seen = std::pair<std::vector<int>, std::vector<int>>;  // who, histogram
  std::map<Seen, Atom> atoms;
  for (const bool first : {true, false}) {
    std::map<Seen, Rational> law = {{{{}, std::vector<int>(static_cast<std::size_t>(k))}, Rational(1)}};
    for (std::size_t user = 0; user <= others.size(); ++user) {
      const bool last = user == others.size();
      const int holds = last ? (first ? 0 : 1) : others[user];
      std::map<Seen, Rational> next;
      for (const auto& [seen, mass] : law) {
        for (int y = 0; y < k; ++y) {
          Seen random = seen;
          ++random.second[static_cast<std::size_t>(y)];
          Seen truthful = random;
          if (!last) {
            random.first.push_back(1);
            truthful.first.push_back(0);
          }
          next[random] += mass * gamma / k;
          if (y == holds) {
            next[truthful] += mass * (1 - gamma);
          }
        }
      }
      law = next;
    }
    for (const auto& [seen, mass] : law) {
      auto& atom = atoms[seen];
      (first ? atom.p : atom.q) += mass;
    }
  }
  return atoms_of(atoms);
}

Rational factorial_of(int n) {
  Rational result = 1;
  for (int i = 2; i <= n; ++i) {
    result *= i;
  }
  return result;
}

/// The law of (B, N1, N2) when the last user holds category 1 (P) or 2 (Q).
std::map<std::tuple<int, int, int>, Atom> weak_counts(int n, int k, const Rational& gamma) {
  std::map<std::tuple<int, int, int>, Atom> atoms;
  for (int b = 0; b < n; ++b) {
    const int m = b + 1;
    for (int n1 = 0; n1 <= m; ++n1) {
      for (int n2 = 0; n1 + n2 <= m; ++n2) {
        if (k == 2 && n1 + n2 != m) {
          continue;
        }
        const Rational common = binomial_pmf(n - 1, gamma, b) * factorial_of(m) /
                                (factorial_of(n1) * factorial_of(n2) * factorial_of(m - n1 - n2)) *
                                power(ratio(1, k), n1 + n2) * power(1 - ratio(2, k), m - n1 - n2) * k / m;
        atoms[{b, n1, n2}] = {common * ((1 - gamma) * n1 + gamma / k * m), common * ((1 - gamma) * n2 + gamma / k * m)};
      }
    }
  }
  return atoms;
}

Pair weak_pair(int n, int k, const Rational& gamma) { return atoms_of(weak_counts(n, k, gamma)); }

void weak_view_exact(Tally& tally, bool long_run) {
  for (int k = 2; k <= 4; ++k) {
    for (int n = 1; n <= (long_run ? 5 : (k == 4 ? 3 : 4)); ++n) {
      for (const Rational& gamma : several_gammas()) {
        const Pair counts = weak_pair(n, k, gamma);
        const Profile profile(counts);
        for (const auto& others : multisets(k, n - 1)) {
          const Pair view = weak_view(k, gamma, others);
          bool ok = is_pair_of_distributions(view) && is_pair_of_distributions(counts);
          for (std::size_t i = 0; i < profile.points().size(); ++i) {
            const Rational& w = profile.points()[i];
            ok = ok && hockey_stick(view, w) == profile.values()[i] &&
                 hockey_stick(reversed(view), w) == profile.values()[i];
          }
          tally.expect(ok, [&] { return where(n, k, gamma, profile.points().back()); });
        }
      }
    }
  }
}

/// The sum that is evaluated: k/(gamma n) sum_m bin(n, gamma; m) sum_s bin(m, 2/k; s) F(m, s).
Rational weak_sum(int n, int k, const Rational& gamma, const Rational& w) {
  Rational sum = 0;
  for (int m = 1; m <= n; ++m) {
    for (int s = 0; s <= m; ++s) {
      const Rational place = (w * s + (w - 1) * gamma * m / (k * (1 - gamma))) / (1 + w);
      const int t = static_cast<int>(floor_of(place)) + 1;
      const Rational gain = (1 - gamma) * (1 + w) * t / 2 * binomial_pmf(s, ratio(1, 2), t) -
                            (w - 1) * ((1 - gamma) * s / 2 + gamma * m / k) * binomial_upper_tail(s, ratio(1, 2), t);
      sum += binomial_pmf(n, gamma, m) * binomial_pmf(m, ratio(2, k), s) * gain;
    }
  }
  return sum * k / (gamma * n);
}

void weak_sum_exact(Tally& tally, bool long_run) {
  for (int k = 2; k <= 5; ++k) {
    for (int n = 1; n <= (long_run ? 12 : 7); ++n) {
      for (const Rational& gamma : several_gammas()) {
        const Profile profile(weak_pair(n, k, gamma));
        for (std::size_t i = 0; i < profile.points().size(); i += 1 + profile.points().size() / 12) {
          const Rational& w = profile.points()[i];
          if (w < 1) {
            continue;
          }
          const Rational value = weak_sum(n, k, gamma, w);
          tally.expect(value == profile.values()[i], [&] {
            return where(n, k, gamma, w) + ": sum " + text(value) + ", H_w " + text(profile.values()[i]);
          });
        }
      }
    }
  }
}

void weak_largest_ratio(Tally& tally) {
  for (int k = 2; k <= 5; ++k) {
    for (int n = 1; n <= 6; ++n) {
      for (const Rational& gamma : several_gammas()) {
        const Rational largest = 1 + k * (1 - gamma) / gamma;
        const Pair pair = weak_pair(n, k, gamma);
        const Rational below = hockey_stick(pair, largest * ratio(999'999, 1'000'000));
        tally.expect(hockey_stick(pair, largest) == 0 && below > 0,
                     [&] { return where(n, k, gamma, largest) + ": H_w " + text(hockey_stick(pair, largest)); });
      }
    }
  }
}

/// sum over j >= x of (j - N rho) bin(N, rho; j) = x (1-rho) bin(N, rho; x).
void moments_telescope(Tally& tally) {
  for (int n = 0; n <= 12; ++n) {
    for (const Rational& rho : {ratio(1, 3), ratio(9, 10), ratio(1, 100)}) {
      for (int x = 0; x <= n + 1; ++x) {
        Rational sum = 0;
        for (int j = x; j <= n; ++j) {
          sum += (j - n * rho) * binomial_pmf(n, rho, j);
        }
        tally.expect(sum == x * (1 - rho) * binomial_pmf(n, rho, x), [&] {
          return "N=" + std::to_string(n) + ", rho=" + text(rho) + ", x=" + std::to_string(x) + ": " + text(sum);
        });
      }
    }
  }
}

/// H_w(J0||J1) = sum_c bin(n-1, 2 gamma/k; c) (B_c(t-1) - (w-1) S_c(t)), t = floor(w (c+1)/(1+w)) + 1.
void strong_sum(Tally& tally, bool long_run) {
  for (int k = 2; k <= 5; ++k) {
    for (int n = 1; n <= (long_run ? 20 : 9); ++n) {
      for (const Rational& gamma : several_gammas()) {
        const Rational p = 2 * gamma / k;
        const Profile profile(a1_pair(n, p));
        const Rational atom = power(1 - gamma / k, n - 1);
        for (std::size_t i = 0; i < profile.points().size(); ++i) {
          const Rational& w = profile.points()[i];
          if (w < 1) {
            continue;
          }
          Rational sum = 0;
          for (int c = 0; c < n; ++c) {
            const int t = static_cast<int>(floor_of(w * (c + 1) / (1 + w))) + 1;
            sum += binomial_pmf(n - 1, p, c) *
                   (binomial_pmf(c, ratio(1, 2), t - 1) - (w - 1) * binomial_upper_tail(c, ratio(1, 2), t));
          }
          const bool at_atom = n < 2 || (sum == atom) == (w >= n - 1);
          tally.expect(sum == profile.values()[i] && sum >= atom && at_atom, [&] {
            return where(n, k, gamma, w) + ": sum " + text(sum) + ", H_w " + text(profile.values()[i]) +
                   ", mass where N2 = 0 " + text(atom);
          });
        }
        // Beyond the last finite ratio n - 1.
        const Rational far = hockey_stick(a1_pair(n, p), n + 5);
        tally.expect(far == atom, [&] { return where(n, k, gamma, n + 5) + ": H_w " + text(far); });
      }
    }
  }
}

/// clones >= strong-clone pair >= weak view >= shuffled k-RR on every dataset.
void hierarchy(Tally& tally, bool long_run) {
  for (const int base : {2, 5, 10}) {
    const Rational e = base;
    for (int k = 2; k <= 4; ++k) {
      const Rational gamma = ratio(k, base + k - 1);
      const Randomizer randomizer = randomized_response(k, e);
      for (int n = 1; n <= (long_run ? 6 : 4); ++n) {
        const auto expect = [&](const Pair& dominating, const Pair& dominated, const std::string& names) {
          const auto w = Profile(dominating).exceeded_by(dominated);
          tally.expect(!w, [&] { return names + " at " + where(n, k, gamma, *w); });
        };
        const Pair weak = weak_pair(n, k, gamma);
        const Pair stronger = clones_pair(n, e, 2 / (e + 1));
        expect(clones_pair(n, e), stronger, "clones below the strong-clone pair");
        expect(stronger, weak, "the strong-clone pair below the weak view");
        for (const auto& others : multisets(k, n - 1)) {
          const Pair shuffled = shuffled_pair(randomizer, 0, 1, others);
          expect(weak, shuffled, "the weak view below the shuffled reports");
          expect(weak, reversed(shuffled), "the weak view below the shuffled reports, reversed");
        }
      }
    }
  }
}

/// The product of `rounds` copies.
Pair product(const Pair& pair, int rounds) {
  Pair result = {{1, 1}};
  for (int i = 0; i < rounds; ++i) {
    Pair next;
    for (const Atom& before : result) {
      for (const Atom& atom : pair) {
        next.push_back({before.p * atom.p, before.q * atom.q});
      }
    }
    result = next;
  }
  return result;
}

/// 1 - (1 - d)^r plus the sum over products of the finite atoms, u = Q/P: P (1 - w u)_+, d = P{Q = 0}.
Rational composed(const Pair& pair, int rounds, const Rational& w) {
  std::map<Rational, Rational> law;  // u, mass
  Rational infinite = 0;
  for (const Atom& atom : pair) {
    if (atom.p == 0) {
      continue;
    }
    if (atom.q == 0) {
      infinite += atom.p;
    } else {
      law[atom.q / atom.p] += atom.p;
    }
  }
  std::map<Rational, Rational> products = {{Rational(1), Rational(1)}};
  for (int i = 0; i < rounds; ++i) {
    std::map<Rational, Rational> next;
    for (const auto& [u, mass] : products) {
      for (const auto& [v, more] : law) {
        next[u * v] += mass * more;
      }
    }
    products = next;
  }
  Rational sum = 1 - power(1 - infinite, rounds);
  for (const auto& [u, mass] : products) {
    sum += mass * std::max(Rational(0), Rational(1 - w * u));
  }
  return sum;
}

void composition(Tally& tally, bool long_run) {
  for (int n = 1; n <= 3; ++n) {
    for (int k = 2; k <= 3; ++k) {
      const Rational gamma = ratio(1, 4);
      const std::vector<Pair> pairs = {a1_pair(n, 2 * gamma / k), weak_pair(n, k, gamma), clones_pair(n, 3)};
      for (std::size_t which = 0; which < pairs.size(); ++which) {
        for (int rounds = 1; rounds <= (long_run || pairs[which].size() <= 8 ? 3 : 2); ++rounds) {
          const Pair all = product(pairs[which], rounds);
          for (const Rational& w : {ratio(1, 2), Rational(1), ratio(3, 2), Rational(4), Rational(100)}) {
            const Rational direct = hockey_stick(all, w);
            const Rational formula = composed(pairs[which], rounds, w);
            tally.expect(direct == formula, [&] {
              return "pair " + std::to_string(which) + ", rounds=" + std::to_string(rounds) + ", " +
                     where(n, k, gamma, w) + ": product " + text(direct) + ", formula " + text(formula);
            });
          }
        }
      }
    }
  }
}

/// The strong view, beta_n seen in every round: sum_j C(r, j) (1-gamma)^j gamma^(r-j) H_w(J^j).
void strong_composition(Tally& tally) {
  for (int n = 1; n <= 3; ++n) {
    for (const Rational& gamma : several_gammas()) {
      const Pair counts = a1_pair(n, gamma);  // k = 2
      Pair view = {{gamma, gamma}};
      for (const Atom& atom : counts) {
        view.push_back({(1 - gamma) * atom.p, (1 - gamma) * atom.q});
      }
      for (int rounds = 1; rounds <= 3; ++rounds) {
        for (const Rational& w : {Rational(1), ratio(3, 2), Rational(5)}) {
          Rational formula = 0;
          for (int j = 0; j <= rounds; ++j) {
            formula += Rational(choose(rounds, j)) * power(1 - gamma, j) * power(gamma, rounds - j) *
                       hockey_stick(product(counts, j), w);
          }
          const Rational direct = hockey_stick(product(view, rounds), w);
          tally.expect(direct == formula, [&] {
            return "rounds=" + std::to_string(rounds) + ", " + where(n, 2, gamma, w) + ": product " + text(direct) +
                   ", formula " + text(formula);
          });
        }
      }
    }
  }
}

/// (3.1) with one count, at the instance of the errata: below the view.
void one_count(Tally& tally) {
  const Rational gamma = ratio(1, 4);
  const auto law = binomial_law(7, gamma / 2);
  std::vector<Rational> shifted = {0};
  shifted.insert(shifted.end(), law.begin(), law.end());
  const Pair pair = pair_of(shifted, law);
  const Rational printed = std::max(hockey_stick(pair, 1), hockey_stick(reversed(pair), 1));
  const Rational view = (1 - gamma) * hockey_stick(a1_pair(8, gamma), 1);
  const bool as_named = view == Rational(3'368'985) / 8'388'608 && printed == Rational(823'543) / 2'097'152;
  tally.expect(view <= printed || !as_named,
               [&] { return where(8, 2, gamma, 1) + ": view " + text(view) + ", printed pair " + text(printed); });
}

/// (3.2) to (3.4) read literally: the law of the number (1-gamma) N1 + gamma (B+1)/k against that of (1-gamma) N2 +
/// gamma (B+1)/k, both for the user holding category 1.
void literal_numbers(Tally& tally) {
  const Rational gamma = ratio(1, 4);
  const Rational w = ratio(22, 13);
  std::map<Rational, Atom> numbers;
  for (const auto& [seen, atom] : weak_counts(2, 3, gamma)) {
    const auto& [b, n1, n2] = seen;
    const Rational base = gamma / 3 * (b + 1);
    numbers[(1 - gamma) * n1 + base].p += atom.p;
    numbers[(1 - gamma) * n2 + base].q += atom.p;
  }
  const Pair pair = atoms_of(numbers);
  const Rational printed = std::max(hockey_stick(pair, w), hockey_stick(reversed(pair), w));
  const Rational view = hockey_stick(weak_pair(2, 3, gamma), w);
  const bool as_named = view == ratio(131, 208) && printed == ratio(121, 208);
  tally.expect(view <= printed || !as_named,
               [&] { return where(2, 3, gamma, w) + ": view " + text(view) + ", two numbers " + text(printed); });
}

/// The published code: gamma B / k in place of gamma (B+1) / k.
void code_ratio(Tally& tally) {
  const Rational gamma = ratio(1, 4);
  const auto atoms = weak_counts(2, 3, gamma);
  const Atom& atom = atoms.at({1, 0, 1});
  const Rational truth = atom.p / atom.q;
  const Rational code = (gamma / 3) / ((1 - gamma) + gamma / 3);
  const bool as_named = truth == ratio(2, 11) && code == ratio(1, 10);
  tally.expect(truth == code || !as_named, [&] {
    return "n=2, k=3, gamma=1/4, (b, n1, n2) = (1, 0, 1): ratio " + text(truth) + ", with gamma B/k " + text(code);
  });
}

}  // namespace

Checks krr_lemmas() {
  return {
      {"krr.weak-view", weak_view_exact},
      {"krr.weak-view.sum", weak_sum_exact},
      {"krr.weak-view.largest-ratio", weak_largest_ratio},
      {"krr.weak-view.moments", moments_telescope},
      {"krr.strong-pair.sum", strong_sum},
      {"krr.hierarchy", hierarchy},
      {"krr.composition", composition},
      {"krr.composition.strong-view", strong_composition},
      {"krr.one-count", one_count},
      {"krr.two-numbers", literal_numbers},
      {"krr.code-ratio", code_ratio},
  };
}

}  // namespace hallmark::lemmas
