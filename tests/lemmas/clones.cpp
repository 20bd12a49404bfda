// The clones reduction, [FMT21] Theorem 3.2, against mechanisms that are small enough to enumerate.
#include <algorithm>
#include <map>
#include <string>

#include "lemmas/exact_pairs.hpp"
#include "lemmas/lemma.hpp"
#include "lemmas/mechanisms.hpp"

namespace hallmark::lemmas {

namespace {

std::string list_text(const std::vector<int>& values) {
  std::string result = "(";
  for (const int value : values) {
    result += (result.size() > 1 ? "," : "") + std::to_string(value);
  }
  return result + ")";
}

std::string randomizer_text(const Randomizer& randomizer) {
  std::string result;
  for (const auto& column : randomizer.columns) {
    result += result.empty() ? "[" : ", [";
    for (const auto& entry : column) {
      result += (result.back() == '[' ? "" : " ") + text(entry);
    }
    result += "]";
  }
  return result;
}

/// One instance for each direction: the pair is dominated by the clones pair.
template <class Text>
void expect_dominated(Tally& tally, const Profile& clones, const Pair& pair, const Text& description) {
  for (const bool forward : {true, false}) {
    const Pair directed = forward ? pair : reversed(pair);
    const auto w = clones.exceeded_by(directed);
    tally.expect(!w && is_pair_of_distributions(directed), [&] {
      return description() + (forward ? ", X0 to X1" : ", X1 to X0") +
             (w ? ", w=" + text(*w) + ": H=" + text(hockey_stick(directed, *w)) : ": not two distributions");
    });
  }
}

void krr(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    for (int k = 2; k <= (long_run ? 5 : 4); ++k) {
      const Randomizer randomizer = randomized_response(k, e);
      const int most = k <= 3 ? (long_run ? 7 : 5) : 4;
      for (int n = 1; n <= most; ++n) {
        const Profile clones(clones_pair(n, e));
        // Renaming the values makes user 1's two inputs 0 and 1; shuffling makes the others a multiset.
        for (const auto& others : multisets(k, n - 1)) {
          expect_dominated(tally, clones, shuffled_pair(randomizer, 0, 1, others), [&] {
            return std::to_string(k) + "-RR, E=" + text(e) + ", n=" + std::to_string(n) + ", others " +
                   list_text(others);
          });
        }
      }
    }
  }
}

/// Everyone uses the same extremal randomizer; three or four inputs.
void extremal(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    for (int inputs = 3; inputs <= 4; ++inputs) {
      std::size_t index = 0;
      for (const auto& vertex : extremal_vertices(inputs, e)) {
        const Randomizer randomizer = randomizer_of(vertex, inputs, e);
        const bool everything = long_run || inputs == 3;
        if (!everything && ++index % 7 != 0) {
          continue;
        }
        for (int n = 2; n <= (everything ? 4 : 3); ++n) {
          const Profile clones(clones_pair(n, e));
          for (const auto& others : multisets(inputs, n - 1)) {
            expect_dominated(tally, clones, shuffled_pair(randomizer, 0, 1, others), [&] {
              return "columns " + randomizer_text(randomizer) + ", E=" + text(e) + ", others " + list_text(others);
            });
          }
          if (tally.failed()) {
            return;
          }
        }
      }
    }
  }
}

/// Randomizers that are mixtures of vertices (so their columns are not pure patterns), drawn anew for every history.
void adaptive_random(Tally& tally, bool long_run) {
  Random random("clones.reduction.adaptive-random");
  for (const auto& e : several_e()) {
    for (int n = 2; n <= 3; ++n) {
      const int inputs = n + 1;
      const auto vertices = extremal_vertices(inputs, e);
      const Profile clones(clones_pair(n, e));
      const int rounds = long_run ? 4000 : (n == 2 ? 200 : 60);
      for (int round = 0; round < rounds; ++round) {
        std::map<std::vector<int>, Randomizer> chosen;
        const auto draw = [&] {
          return randomizer_of(vertices[static_cast<std::size_t>(random.below(static_cast<int>(vertices.size())))],
                               inputs, e);
        };
        const Chooser chooser = [&](const std::vector<int>& prefix) -> const Randomizer& {
          const auto [place, is_new] = chosen.try_emplace(prefix);
          if (is_new) {
            Randomizer mixture = draw();
            const Randomizer other = draw();
            const Rational weight = ratio(random.below(5), 4);
            const std::size_t outputs = std::max(mixture.columns.size(), other.columns.size());
            mixture.columns.resize(outputs, std::vector<Rational>(static_cast<std::size_t>(inputs)));
            for (std::size_t y = 0; y < outputs; ++y) {
              for (std::size_t x = 0; x < static_cast<std::size_t>(inputs); ++x) {
                const Rational added = y < other.columns.size() ? other.columns[y][x] : Rational(0);
                mixture.columns[y][x] = weight * mixture.columns[y][x] + (1 - weight) * added;
              }
            }
            place->second = mixture;
          }
          return place->second;
        };
        std::vector<int> data0 = {0};
        for (int user = 1; user < n; ++user) {
          data0.push_back(random.below(inputs));
        }
        std::vector<int> data1 = data0;
        data1[0] = 1;
        const Pair pair = adaptive_pair(chooser, data0, data1);
        expect_dominated(tally, clones, pair, [&] {
          std::string all = "E=" + text(e) + ", X0=" + list_text(data0) + ", X1=" + list_text(data1);
          for (const auto& [prefix, randomizer] : chosen) {
            all += "; after " + list_text(prefix) + " columns " + randomizer_text(randomizer);
          }
          return all;
        });
      }
    }
  }
}

/// Every adaptive protocol at once, by backward induction over the vertices.
///
/// Only w in [1, E] is needed: H_w(P||Q) = 1 - w + w H_{1/w}(Q||P), the clones pair is symmetric, and the class of
/// protocols is closed under exchanging the two inputs of user 1; at w >= E both sides vanish.
void adaptive_exhaustive(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    // n = 4 takes several seconds for one E, minutes under a sanitizer.
    for (int n = 1; n <= (long_run ? 4 : 3); ++n) {
      const Profile clones(clones_pair(n, e));
      for (std::size_t i = 0; i < clones.points().size(); ++i) {
        const Rational& w = clones.points()[i];
        if (w < 1 || w > e) {
          continue;
        }
        const Rational worst = worst_adaptive_hockey_stick(n, e, w);
        tally.expect(worst <= clones.values()[i] && (n > 1 || worst == clones.values()[i]), [&] {
          return "n=" + std::to_string(n) + ", E=" + text(e) + ", w=" + text(w) + ": worst protocol " + text(worst) +
                 ", clones " + text(clones.values()[i]);
        });
      }
    }
  }
}

/// R(x1^0) = a Q0 + b Q1, R(x1^1) = b Q0 + a Q1, R(x) = (Q0+Q1)/(2E) + (1-1/E) LO(x), with Q0, Q1, LO(x) distributions.
void decomposition(Tally& tally) {
  for (const auto& e : several_e()) {
    const Rational a = e / (e + 1);
    const Rational b = 1 / (e + 1);
    for (int inputs = 2; inputs <= 4; ++inputs) {
      for (const auto& vertex : extremal_vertices(inputs, e)) {
        const Randomizer randomizer = randomizer_of(vertex, inputs, e);
        bool ok = true;
        Rational total0 = 0;
        Rational total1 = 0;
        std::vector<Rational> total_leftover(static_cast<std::size_t>(inputs));
        for (const auto& column : randomizer.columns) {
          const Rational q0 = (e * column[0] - column[1]) / (e - 1);
          const Rational q1 = (e * column[1] - column[0]) / (e - 1);
          ok = ok && q0 >= 0 && q1 >= 0 && a * q0 + b * q1 == column[0] && b * q0 + a * q1 == column[1] &&
               q0 + q1 == column[0] + column[1];
          total0 += q0;
          total1 += q1;
          for (std::size_t x = 0; x < column.size(); ++x) {
            const Rational leftover = (column[x] - (q0 + q1) / (2 * e)) / (1 - 1 / e);
            ok = ok && leftover >= 0;
            total_leftover[x] += leftover;
          }
        }
        ok =
            ok && total0 == 1 && total1 == 1 &&
            std::all_of(total_leftover.begin(), total_leftover.end(), [](const Rational& total) { return total == 1; });
        tally.expect(ok, [&] { return "columns " + randomizer_text(randomizer) + ", E=" + text(e); });
      }
    }
  }
}

void likelihood_ratio(Tally& tally, bool long_run) {
  for (const auto& e : several_e()) {
    for (int n = 1; n <= (long_run ? 40 : 12); ++n) {
      const Rational a = e / (e + 1);
      const Rational b = 1 / (e + 1);
      for (int c = 0; c < n; ++c) {
        const int m = c + 1;
        Rational before = 0;
        for (int x = 0; x <= m; ++x) {
          // Directly: A = x with D = 0, or A = x-1 with D = 1; P1 exchanges the two probabilities of D.
          const Rational low = binomial_pmf(c, ratio(1, 2), x);
          const Rational high = binomial_pmf(c, ratio(1, 2), x - 1);
          const Rational p0 = a * high + b * low;
          const Rational p1 = b * high + a * low;
          const Rational common = Rational(choose(m, x)) / m / power(2, c);
          const Rational r = (e * x + m - x) / (x + e * (m - x));
          const bool ok = p0 == common * (a * x + b * (m - x)) && p1 == common * (b * x + a * (m - x)) &&
                          p0 == r * p1 && r > before && r >= 1 / e && r <= e && (x > 0 || r == 1 / e) &&
                          (x < m || r == e);
          tally.expect(ok, [&] {
            return "E=" + text(e) + ", c=" + std::to_string(c) + ", x=" + std::to_string(x) + ": r=" + text(r) +
                   ", P0=" + text(p0) + ", P1=" + text(p1);
          });
          before = r;
        }
      }
    }
  }
}

}  // namespace

Checks clones_lemmas() {
  return {
      {"clones.reduction.krr", krr},
      {"clones.reduction.extremal", extremal},
      {"clones.reduction.adaptive-random", adaptive_random},
      {"clones.reduction.adaptive-exhaustive", adaptive_exhaustive},
      {"clones.decomposition", decomposition},
      {"clones.likelihood-ratio", likelihood_ratio},
  };
}

}  // namespace hallmark::lemmas
