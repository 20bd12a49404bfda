// Shuffled reports of one randomizer: the blanket bound, the dataset below it, the worst inputs of additive noise.
#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <vector>

#include "lemmas/directed.hpp"
#include "lemmas/lemma.hpp"

namespace hallmark::lemmas {

namespace {

constexpr std::size_t outputs = 3;
using Law = std::array<Rational, outputs>;
using BlanketRandomizer = std::vector<Law>;
using Histogram = std::map<std::array<int, outputs>, Rational>;

/// A circulant, randomized response, and one without symmetry.
std::vector<BlanketRandomizer> randomizers() {
  const Rational half = ratio(1, 2);
  const Rational third = ratio(1, 3);
  const Rational sixth = ratio(1, 6);
  const Rational eighth = ratio(1, 8);
  return {{{half, third, sixth}, {sixth, half, third}, {third, sixth, half}},
          {{6 * eighth, eighth, eighth}, {eighth, 6 * eighth, eighth}, {eighth, eighth, 6 * eighth}},
          {{half, ratio(1, 4), ratio(1, 4)}, {ratio(1, 5), ratio(1, 5), ratio(3, 5)}}};
}

/// Counts of the outputs of reports with these laws.
Histogram shuffled(const std::vector<Law>& reports) {
  Histogram law{{{0, 0, 0}, Rational(1)}};
  for (const Law& report : reports) {
    Histogram next;
    for (const auto& [counts, p] : law) {
      for (std::size_t c = 0; c < outputs; ++c) {
        auto more = counts;
        ++more[c];
        next[more] += p * report[c];
      }
    }
    law = std::move(next);
  }
  return law;
}

Rational divergence(const Histogram& p, const Histogram& q, const Rational& w) {
  Rational sum = 0;
  for (const auto& [counts, mass] : p) {
    const auto at = q.find(counts);
    const Rational gain = mass - (at == q.end() ? Rational(0) : Rational(w * at->second));
    if (gain > 0) sum += gain;
  }
  return sum;
}

/// E (U_1 + ... + U_n)_+ / n, U = (R_x - w R_x') / nu under nu, 0 with the rest of the probability.
Rational mean_gain(const Law& x, const Law& y, const Law& nu, int n, const Rational& w) {
  std::map<Rational, Rational> one;
  Rational total = 0;
  for (std::size_t c = 0; c < outputs; ++c) {
    one[Rational((x[c] - w * y[c]) / nu[c])] += nu[c];
    total += nu[c];
  }
  one[Rational(0)] += 1 - total;
  std::map<Rational, Rational> law{{Rational(0), Rational(1)}};
  for (int i = 0; i < n; ++i) {
    std::map<Rational, Rational> next;
    for (const auto& [s, p] : law) {
      for (const auto& [u, q] : one) next[Rational(s + u)] += p * q;
    }
    law = std::move(next);
  }
  Rational sum = 0;
  for (const auto& [s, p] : law) {
    if (s > 0) sum += s * p;
  }
  return sum / n;
}

Law blanket_of(const BlanketRandomizer& r) {
  Law least = r.front();
  for (const Law& law : r) {
    for (std::size_t c = 0; c < outputs; ++c) least[c] = std::min(least[c], law[c]);
  }
  return least;
}

/// Calls f(x, y, others' laws, n, w) for every dataset of n = 1..4 users whose first record is x or y.
template <class Function>
void each_dataset(bool long_run, const Function& f) {
  for (const BlanketRandomizer& r : randomizers()) {
    for (int n = 1; n <= (long_run ? 4 : 3); ++n) {
      std::vector<std::size_t> others(static_cast<std::size_t>(n - 1), 0);
      while (true) {
        std::vector<Law> laws;
        for (const std::size_t o : others) laws.push_back(r[o]);
        for (const Law& x : r) {
          for (const Law& y : r) {
            for (const Rational& w : {Rational(1), ratio(6, 5), ratio(2, 1)}) f(r, x, y, laws, n, w);
          }
        }
        std::size_t i = 0;
        while (i < others.size() && ++others[i] == r.size()) others[i++] = 0;
        if (i == others.size()) break;
      }
    }
  }
}

Rational truth(const Law& x, const Law& y, const std::vector<Law>& others, const Rational& w) {
  std::vector<Law> one{x};
  std::vector<Law> two{y};
  one.insert(one.end(), others.begin(), others.end());
  two.insert(two.end(), others.begin(), others.end());
  return divergence(shuffled(one), shuffled(two), w);
}

void above_every_dataset(Tally& tally, bool long_run) {
  each_dataset(long_run, [&](const BlanketRandomizer& r, const Law& x, const Law& y, const std::vector<Law>& others,
                             int n, const Rational& w) {
    const Rational bound = mean_gain(x, y, blanket_of(r), n, w);
    const Rational value = truth(x, y, others, w);
    tally.expect(value <= bound && (n > 1 || value == bound), [&] {
      return "n = " + std::to_string(n) + ", w = " + text(w) + ": " + text(value) + " and " + text(bound);
    });
  });
}

void identity_of_one_dataset(Tally& tally, bool long_run) {
  for (const BlanketRandomizer& r : randomizers()) {
    for (int n = 1; n <= (long_run ? 5 : 4); ++n) {
      for (const Law& x : r) {
        for (const Law& y : r) {
          for (const Law& o : r) {
            const Rational w = ratio(6, 5);
            const std::vector<Law> others(static_cast<std::size_t>(n - 1), o);
            const Rational value = truth(x, y, others, w);
            tally.expect(value == mean_gain(x, y, o, n, w),
                         [&] { return "n = " + std::to_string(n) + ": " + text(value); });
          }
        }
      }
    }
  }
}

/// The bound of a blanket that is half as large again as the infimum, as if more users answered by it.
void too_much_blanket(Tally& tally, bool long_run) {
  each_dataset(long_run, [&](const BlanketRandomizer& r, const Law& x, const Law& y, const std::vector<Law>& others,
                             int n, const Rational& w) {
    Law more = blanket_of(r);
    Rational total = 0;
    for (Rational& p : more) {
      p *= ratio(3, 2);
      total += p;
    }
    if (total > 1) return;
    const Rational value = truth(x, y, others, w);
    tally.expect(value <= mean_gain(x, y, more, n, w),
                 [&] { return "n = " + std::to_string(n) + ", w = " + text(w) + ": the truth is " + text(value); });
  });
}

void circulant(Tally& tally) {
  const BlanketRandomizer r = randomizers().front();
  const Rational bound = mean_gain(r[0], r[1], blanket_of(r), 2, ratio(6, 5));
  tally.expect(bound == ratio(13, 60), [&] { return text(bound); });
  Rational most = 0;
  for (const Law& o : r) most = std::max(most, truth(r[0], r[1], {o}, ratio(6, 5)));
  tally.expect(most == ratio(13, 60), [&] { return text(most); });
}

/// Phi(Phi^-1(a1) + (1 - x) d) + Phi(Phi^-1(a2) + x d) <= Phi(Phi^-1(a1 + a2) + d) while a1 + a2 <= Phi(-d/2): two half
/// lines hold no more of R_x than one of as much blanket holds of R_0. By points u, u1, u2 with Phi(u1) + Phi(u2) >=
/// Phi(u) certainly, u <= -d/2 certainly; then the left side only grows.
void half_line(Tally& tally, bool long_run) {
  const int parts = long_run ? 12 : 3;
  for (const Rational& d : {ratio(1, 4), ratio(1, 1), ratio(3, 1), ratio(6, 1)}) {
    for (int i = 0; i <= parts; ++i) {
      const Rational u = -d / 2 - ratio(3 * i, parts);
      for (int j = 1; j <= 2 * parts; ++j) {
        const Rational u1 = u - ratio(3 * j, 2 * parts);
        // u2 from below: Phi(u1) + Phi(u2) <= Phi(u), by bisection.
        Rational low = u - 8;
        Rational high = u;
        for (int k = 0; k < 40; ++k) {
          const Rational middle = (low + high) / 2;
          const bool fits =
              less_equal(normal_cdf(Enclosure(u1)) + normal_cdf(Enclosure(middle)), normal_cdf(Enclosure(u)));
          (fits ? low : high) = middle;
        }
        for (int k = 0; k <= 4; ++k) {
          const Rational x = ratio(k, 4);
          const Enclosure two =
              normal_cdf(Enclosure(Rational(u1 + (1 - x) * d))) + normal_cdf(Enclosure(Rational(low + x * d)));
          tally.expect(less_equal(two, normal_cdf(Enclosure(Rational(u + d)))), [&] {
            return "d = " + text(d) + ", u = " + text(u) + ", u1 = " + text(u1) + ", x = " + text(x);
          });
        }
      }
    }
  }
}

}  // namespace

Checks blanket_lemmas() {
  return {
      {"blanket.above", above_every_dataset}, {"blanket.dataset", identity_of_one_dataset},
      {"blanket.circulant", circulant},       {"blanket.too-large", too_much_blanket},
      {"blanket.half-line", half_line},
  };
}

}  // namespace hallmark::lemmas
