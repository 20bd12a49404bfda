// What the shuffle theorems share: joint convexity, multinomial pairs, and printed statements about shuffled k-RR that
// are known to be wrong.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"
#include "lemmas/mechanisms.hpp"

namespace hallmark::lemmas {

namespace {

Rational both_directions(const Pair& pair, const Rational& w) {
  return std::max(hockey_stick(pair, w), hockey_stick(reversed(pair), w));
}

std::vector<Rational> sparse_law(Random& random, int size) {
  while (true) {
    std::vector<Rational> weights;
    // Zeros are the interesting corner.
    for (int i = 0; i < size; ++i) weights.emplace_back(random.below(3) == 0 ? 0 : random.below(12));
    if (weights != std::vector<Rational>(weights.size())) return law_of(weights);
  }
}

std::vector<Rational> mix(const Rational& q, const std::vector<Rational>& p, const std::vector<Rational>& m) {
  std::vector<Rational> law;
  for (std::size_t i = 0; i < p.size(); ++i) {
    law.push_back((1 - q) * m[i] + q * p[i]);
  }
  return law;
}

/// w' = 1 + q(w-1), beta = w'/w: with M the common part,
/// (1-q)M + qP - w'((1-q)M + qQ) = q (P - w((1-beta)M + beta Q)), term by term.
void shuffled_joint_convexity(Tally& tally, bool long_run) {
  Random random("shuffle.advanced-joint-convexity");
  for (int round = 0; round < (long_run ? 20'000 : 2'000); ++round) {
    const int size = 2 + random.below(5);
    const auto p = sparse_law(random, size);
    const auto q = sparse_law(random, size);
    const auto m = round % 2 == 0 ? mix(ratio(1, 2), p, q) : sparse_law(random, size);
    const Rational share = ratio(random.below(9), 8);
    const Rational w = 1 + ratio(random.below(30), 1 + random.below(9));
    const Rational lowered = 1 + share * (w - 1);
    const Rational beta = lowered / w;
    const Rational left = hockey_stick(pair_of(mix(share, p, m), mix(share, q, m)), lowered);
    const Rational right = share * hockey_stick(pair_of(p, mix(beta, q, m)), w);
    // As used for the clones: if M = (P+Q)/2, the right side is at most q H_w(P||Q).
    const bool used = round % 2 == 1 || right <= share * hockey_stick(pair_of(p, q), w);
    tally.expect(left == right && beta >= 0 && beta <= 1 && used, [&] {
      std::string all =
          "q=" + text(share) + ", w=" + text(w) + ": " + text(left) + " against " + text(right) + "; (P,Q,M) =";
      for (std::size_t i = 0; i < p.size(); ++i) {
        all += " (" + text(p[i]) + "," + text(q[i]) + "," + text(m[i]) + ")";
      }
      return all;
    });
  }
}

/// The literal eq (4.1) of [KHH21]: (A+D, C-A) against (A, C-A+D).
Pair literal_pair(int n, const Rational& e) {
  std::map<std::pair<int, int>, Atom> atoms;
  for (int c = 0; c < n; ++c) {
    for (int a = 0; a <= c; ++a) {
      for (int d = 0; d <= 1; ++d) {
        const Rational mass =
            binomial_pmf(n - 1, 1 / e, c) * binomial_pmf(c, ratio(1, 2), a) * (d == 1 ? e : Rational(1)) / (e + 1);
        atoms[{a + d, c - a}].p += mass;
        atoms[{a, c - a + d}].q += mass;
      }
    }
  }
  Pair pair;
  for (const auto& [outcome, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

void literal_is_clones(Tally& tally) {
  const Rational printed = hockey_stick(literal_pair(1, 3), 2);
  const Rational theorem = hockey_stick(clones_pair(1, 3), 2);
  const bool as_named = printed == ratio(3, 4) && theorem == ratio(1, 4);
  tally.expect(printed == theorem || !as_named,
               [&] { return "n=1, E=3, w=2: printed pair " + text(printed) + ", Theorem 3.2 " + text(theorem); });
}

void literal_dominates(Tally& tally) {
  for (const auto& e : several_e()) {
    for (int n = 1; n <= 8; ++n) {
      const Pair literal = literal_pair(n, e);
      const Profile profile(literal);
      const auto w = profile.exceeded_by(clones_pair(n, e));
      tally.expect(!w, [&] { return "E=" + text(e) + ", n=" + std::to_string(n) + ", w=" + text(*w); });
      Rational atom = 0;
      for (const auto& outcome : literal) {
        atom += outcome.q == 0 ? outcome.p : Rational(0);
      }
      tally.expect(atom == e / (e + 1) * power(1 / (2 * e), n - 1), [&] {
        return "E=" + text(e) + ", n=" + std::to_string(n) + ": mass where Q vanishes " + text(atom);
      });
    }
  }
  const std::array<Rational, 3> values = {ratio(3, 4), ratio(13, 24), ratio(19, 48)};
  for (int n = 1; n <= 3; ++n) {
    const Rational value = hockey_stick(literal_pair(n, 3), 3);
    tally.expect(value == values[static_cast<std::size_t>(n - 1)] && hockey_stick(clones_pair(n, 3), 3) == 0,
                 [&] { return "E=3, w=3, n=" + std::to_string(n) + ": " + text(value); });
  }
}

/// J0 = Mult(n-1; g, g, 1-2g) + (1,0) against J1 = the same + (0,1), g = gamma/k, on the first two counts.
Pair two_counts_pair(int n, int k, const Rational& gamma) { return a1_pair(n, 2 * gamma / k); }

/// The strong view by brute force: the last user holds 0 or 1, the others `others`; the adversary sees who answered at
/// random and the shuffled answers.
Pair strong_view(int k, const Rational& gamma, const std::vector<int>& others) {
  const int n = static_cast<int>(others.size()) + 1;
  std::map<std::pair<int, std::vector<int>>, Atom> atoms;
  for (const bool first : {true, false}) {
    std::vector<int> data = others;
    data.push_back(first ? 0 : 1);
    for (int mask = 0; mask < (1 << n); ++mask) {
      std::map<std::vector<int>, Rational> laws = {{std::vector<int>(static_cast<std::size_t>(k)), Rational(1)}};
      for (int user = 0; user < n; ++user) {
        std::map<std::vector<int>, Rational> next;
        for (const auto& [histogram, mass] : laws) {
          const bool uniform = ((mask >> user) & 1) != 0;
          for (int y = 0; y < k; ++y) {
            if (!uniform && y != data[static_cast<std::size_t>(user)]) {
              continue;
            }
            auto added = histogram;
            ++added[static_cast<std::size_t>(y)];
            next[added] += mass * (uniform ? Rational(gamma / k) : Rational(1 - gamma));
          }
        }
        laws = next;
      }
      for (const auto& [histogram, mass] : laws) {
        auto& atom = atoms[{mask, histogram}];
        (first ? atom.p : atom.q) += mass;
      }
    }
  }
  Pair pair;
  for (const auto& [view, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

void strong_view_exact(Tally& tally, bool long_run) {
  for (int k = 2; k <= 4; ++k) {
    for (int n = 1; n <= (long_run ? 5 : (k == 4 ? 3 : 4)); ++n) {
      for (const Rational& gamma : {ratio(1, 4), ratio(1, 2), ratio(9, 10)}) {
        const Pair counts = two_counts_pair(n, k, gamma);
        for (const auto& others : multisets(k, n - 1)) {
          const Pair view = strong_view(k, gamma, others);
          for (const Rational& w : {ratio(1, 2), Rational(1), ratio(3, 2), Rational(2), Rational(7)}) {
            const Rational formula =
                (1 - gamma) * hockey_stick(counts, w) + gamma * std::max(Rational(0), Rational(1 - w));
            tally.expect(is_pair_of_distributions(view) && hockey_stick(view, w) == formula &&
                             hockey_stick(reversed(view), w) == formula,
                         [&] {
                           return "k=" + std::to_string(k) + ", n=" + std::to_string(n) + ", gamma=" + text(gamma) +
                                  ", w=" + text(w) + ": view " + text(hockey_stick(view, w)) + ", formula " +
                                  text(formula);
                         });
          }
        }
      }
    }
  }
}

void strong_pair_is_tight(Tally& tally) {
  const Rational gamma = ratio(1, 4);
  const Rational view = hockey_stick(strong_view(2, gamma, {0, 0}), 1);
  const Rational pair = hockey_stick(two_counts_pair(3, 2, gamma), 1);
  const bool as_named = view == ratio(75, 128) && pair == ratio(25, 32);
  tally.expect(view == pair || !as_named,
               [&] { return "n=3, k=2, gamma=1/4, w=1: view " + text(view) + ", printed pair " + text(pair); });
}

/// Bin(n-1, gamma/k) + 1 against Bin(n-1, gamma/k).
Pair one_count_pair(int n, int k, const Rational& gamma) {
  const auto law = binomial_law(n - 1, gamma / k);
  std::vector<Rational> shifted = {0};
  shifted.insert(shifted.end(), law.begin(), law.end());
  return pair_of(shifted, law);
}

void one_count_is_enough(Tally& tally) {
  const Rational gamma = ratio(1, 4);
  const Rational one = both_directions(one_count_pair(3, 2, gamma), 1);
  const Rational two = both_directions(two_counts_pair(3, 2, gamma), 1);
  const bool as_named = one == ratio(49, 64) && two == ratio(25, 32);
  tally.expect(one >= two || !as_named,
               [&] { return "n=3, k=2, gamma=1/4, w=1: one count " + text(one) + ", both counts " + text(two); });
}

/// The same statement against the view itself, which is smaller than the pair of both counts: n = 8 is needed.
void one_count_bounds_view(Tally& tally) {
  const Rational gamma = ratio(1, 4);
  const Rational one = both_directions(one_count_pair(8, 2, gamma), 1);
  const Rational view = hockey_stick(strong_view(2, gamma, std::vector<int>(7, 0)), 1);
  tally.expect(one >= view,
               [&] { return "n=8, k=2, gamma=1/4, w=1: one count " + text(one) + ", enumerated view " + text(view); });
}

/// The variation-ratio pair with p = q = E and beta = (E-1)/(E+k-1), as published for k-RR.
Pair variation_ratio_pair(int n, const Rational& e, const Rational& beta) {
  const Rational alpha = beta / (e - 1);
  std::map<std::pair<int, int>, Atom> atoms;
  for (int c = 0; c < n; ++c) {
    for (int a = 0; a <= c; ++a) {
      const Rational mass = binomial_pmf(n - 1, 2 * alpha, c) * binomial_pmf(c, ratio(1, 2), a);
      atoms[{a + 1, c - a}].p += mass * e * alpha;
      atoms[{a, c - a + 1}].p += mass * alpha;
      atoms[{a, c - a}].p += mass * (1 - alpha - e * alpha);
      atoms[{a + 1, c - a}].q += mass * alpha;
      atoms[{a, c - a + 1}].q += mass * e * alpha;
      atoms[{a, c - a}].q += mass * (1 - alpha - e * alpha);
    }
  }
  Pair pair;
  for (const auto& [outcome, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

void variation_ratio_krr(Tally& tally) {
  const Rational e = 2;
  const Rational w = ratio(5, 3);
  const Rational exact = hockey_stick(shuffled_pair(randomized_response(3, e), 0, 1, {0}), w);
  const Rational pair = hockey_stick(variation_ratio_pair(2, e, (e - 1) / (e + 2)), w);
  const bool as_named = exact == ratio(1, 24) && pair == ratio(1, 48);
  tally.expect(exact <= pair || !as_named, [&] {
    return "n=2, 3-RR, E=2, datasets (0,0) and (1,0), w=5/3: exact " + text(exact) + ", pair " + text(pair);
  });
}

/// Mult(n-1; p, p, p, 1-3p) plus one in category i (probability q) or in the third category (1-q), i = 0 against i = 1.
Pair multinomial_pair(int n, const Rational& p, const Rational& q) {
  std::map<std::tuple<int, int, int>, Atom> atoms;
  for (int x = 0; x < n; ++x) {
    for (int y = 0; x + y < n; ++y) {
      for (int z = 0; x + y + z < n; ++z) {
        const Rational mass = Rational(choose(n - 1, x) * choose(n - 1 - x, y) * choose(n - 1 - x - y, z)) *
                              power(p, x + y + z) * power(1 - 3 * p, n - 1 - x - y - z);
        atoms[{x + 1, y, z}].p += mass * q;
        atoms[{x, y + 1, z}].q += mass * q;
        atoms[{x, y, z + 1}].p += mass * (1 - q);
        atoms[{x, y, z + 1}].q += mass * (1 - q);
      }
    }
  }
  Pair pair;
  for (const auto& [outcome, atom] : atoms) {
    pair.push_back(atom);
  }
  return pair;
}

void theorem41(Tally& tally, bool long_run) {
  const auto check = [&](const Randomizer& randomizer, int inputs, const Rational& p, const Rational& q, int n,
                         const std::string& name) {
    const Pair multinomial = multinomial_pair(n, p, q);
    tally.expect(is_pair_of_distributions(multinomial), [&] { return name + ": 3p > 1"; });
    const Profile profile(multinomial);
    for (const auto& others : multisets(inputs, n - 1)) {
      const Pair pair = shuffled_pair(randomizer, 0, 1, others);
      for (const bool forward : {true, false}) {
        const auto w = profile.exceeded_by(forward ? pair : reversed(pair));
        tally.expect(!w, [&] { return name + ", n=" + std::to_string(n) + ", w=" + text(*w); });
      }
    }
  };
  for (const auto& e : several_e()) {
    for (int n = 1; n <= (long_run ? 5 : 4); ++n) {
      for (int k = 2; k <= 4; ++k) {
        // Truth with probability q, else uniform: Q0, Q1 are points, Q* is uniform, p = (1-q)/(k+1).
        const Rational q = (e - 1) / (e + k - 1);
        check(randomized_response(k, e), k, (1 - q) / (k + 1), q, n, std::to_string(k) + "-RR, E=" + text(e));
      }
      for (const auto& vertex : extremal_vertices(3, e)) {
        check(randomizer_of(vertex, 3, e), 3, 1 / (3 * e), (e - 1) / (e + 1), n, "extremal randomizer, E=" + text(e));
      }
    }
  }
}

/// The successor's pair, C ~ Bin(n-1, 2/(E+1)): its general proof is withdrawn. This is evidence, not a proof: every
/// adaptive protocol with n users, at the bends of the pair.
void stronger_clones(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    for (int n = 1; n <= (long_run ? 4 : 3); ++n) {
      const Profile profile(clones_pair(n, e, 2 / (e + 1)));
      for (std::size_t i = 0; i < profile.points().size(); ++i) {
        const Rational& w = profile.points()[i];
        if (w < 1 || w > e) {
          continue;
        }
        const Rational worst = worst_adaptive_hockey_stick(n, e, w);
        tally.expect(worst <= profile.values()[i], [&] {
          return "n=" + std::to_string(n) + ", E=" + text(e) + ", w=" + text(w) + ": worst protocol " + text(worst) +
                 ", pair " + text(profile.values()[i]);
        });
      }
    }
  }
}

}  // namespace

Checks shuffle_lemmas() {
  return {
      {"shuffle.advanced-joint-convexity", shuffled_joint_convexity},
      {"shuffle.theorem-4-1", theorem41},
      {"shuffle.khh21.eq41", literal_is_clones},
      {"shuffle.khh21.eq41.dominates", literal_dominates},
      {"shuffle.khh21.strong-view", strong_view_exact},
      {"shuffle.khh21.strong-view.tight", strong_pair_is_tight},
      {"shuffle.khh21.one-count", one_count_is_enough},
      {"shuffle.khh21.one-count.view", one_count_bounds_view},
      {"shuffle.variation-ratio.krr", variation_ratio_krr},
      {"shuffle.fmt23.small-n", stronger_clones},
  };
}

}  // namespace hallmark::lemmas
